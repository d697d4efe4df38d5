use outplay_lab::boards::*; use outplay_lab::podes::*; use outplay_lab::emptying::*; use outplay_solve::limits::Budget; use outplay_rules::graph::families; use std::time::Instant;
fn main(){
 let what=std::env::args().nth(1).unwrap();
 let mut b=Budget::unlimited(); let t=Instant::now();
 match &what[..] {
 "podes"=>{ let mut p=Podes::default();
  let ls=chain_lists(4,3);
  let mut bad55=0;let mut bad59=0;
  for l in &ls {for r in &ls {for m in 0..6 { if p.bipode(l,r,m)!=p.bipode(l,r,m%3){bad55+=1; if bad55<5{println!("55 {l:?} {r:?} {m}");}}
    for i in 0..=r.len(){ let mut r2=r.clone(); if i==r.len(){r2.push(3)}else{r2[i]+=3} if p.bipode(l,r,m)!=p.bipode(l,&r2,m){bad59+=1; if bad59<9{println!("59 {l:?} {r:?} {r2:?} {m} {} {}",p.bipode(l,r,m),p.bipode(l,&r2,m));}}}
  }}}
  println!("bad55 {bad55} bad59 {bad59}");
  // sum claims m=1
  let mut n=0;
  for a1 in 0..7{for a2 in 0..7{for b1 in 0..7{for b2 in 0..7{ if (a1+a2)>(b1+b2){continue}
   let g=p.bipode(&chains(a1,a2),&chains(b1,b2),1); let s=p.cell(a1,a2)^p.cell(b1,b2);
   if g!=s {n+=1; if n<60{println!("sum ({a1},{a2}) ({b1},{b2}): {g} vs {}^{}",p.cell(a1,a2),p.cell(b1,b2));}}
  }}}} println!("{n}");
  for k in 0..9 { println!("row {k}: {:?}",(0..=k).map(|t|p.cell(k-t,t)).collect::<Vec<_>>()); }
 }
 "c43"=>{ for (m,n) in [(2,2),(2,3),(2,4),(2,5),(3,1),(3,2),(3,3),(3,4),(3,5),(3,6),(3,7),(4,2),(4,3),(4,4),(4,5),(5,5),(4,6)] { let mut e=Emptying::new(&families::grid(m,n).unwrap()); let f=e.full(); let c=e.course(f,&mut b).unwrap(); println!("{m}x{n} {:?} half {} {}",c,m*n/2,t.elapsed().as_secs_f64()); } }
 "second"=>{ for n in 2..=5 { let mut k=0; for bd in antichains(n){ if bd.sets.iter().fold(0,|a,b|a|b)!=bd.full(){continue} let mut s=HopSolver::new(bd.clone()); for st in 0..n { if let Some(p)=s.second_wins(1<<st,0,&mut b).unwrap(){ k+=1; let nodraw=bd.drawn_state(true).is_none(); if k<6||nodraw{println!("n{n} start {} plies {p} {} nodraw {nodraw}",st+1,bd.name());} } } } println!("n {n}: {k}"); } }
 "alpha"=>{ let name=std::env::args().nth(2).unwrap(); for ties in [Ties::Every,Ties::Some]{ let mut a=AlphaWeight::new(SmallBoard::named(&name),ties); let r=a.refutation(0,&mut b).unwrap(); println!("{name} {ties:?}: {:?} {}",r.map(|l|hops(&l)),t.elapsed().as_secs_f64()); } }
 "hop"=>{ let name=std::env::args().nth(2).unwrap(); let mut s=HopSolver::new(SmallBoard::named(&name)); println!("first {:?} {}", s.first_wins(1,0,&mut b),t.elapsed().as_secs_f64()); println!("second {:?} {}", s.second_wins(1,0,&mut b),t.elapsed().as_secs_f64());}
 _=>{} }
}
