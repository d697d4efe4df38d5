//! Rooms: two people play one game from two browsers. A room has a code to share and two seats; the key to a seat is
//! told once, to whoever takes it. Everybody who may use the server may look on.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::http::StatusCode;
use outplay::{Asked, InputError, Player, Written};
use outplay_rules::in_space;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::error::Refusal;
use super::jobs::Client;

/// The most rooms at once; for a new one, whoever has opened the most loses the one that was not used for longest.
const MOST_ROOMS: usize = 200;
/// No game is longer.
const MOST_MOVES: usize = 5000;
/// No letters that look alike.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Seat {
    /// Who begins.
    First,
    /// The other one.
    Second,
}

/// A room to be opened.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Opening {
    /// The game, and the moves that are played already.
    question: Written,
    /// Where who opens the room sits.
    seat: Seat,
}

/// A move in a room.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RoomMove {
    /// The key to one's seat.
    key: String,
    /// How many moves have been played; a move made on an outdated board is refused.
    ply: usize,
    /// The move; null begins the game anew.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// A seat that is taken.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Seated {
    code: String,
    seat: Seat,
    key: String,
}

/// A room as everybody sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RoomView {
    code: String,
    question: Written,
    /// Whether the second person has come.
    full: bool,
}

struct Room {
    opener: Client,
    question: Written,
    keys: [Option<String>; 2],
    news: watch::Sender<RoomView>,
    used: Instant,
}

/// All rooms.
#[derive(Default)]
pub struct Rooms(Mutex<HashMap<String, Room>>);

impl Rooms {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Room>> {
        // Nothing that holds the lock leaves a room half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a room for a game that makes sense.
    pub fn open(
        &self,
        Opening { question, seat }: Opening,
        opener: Client,
    ) -> Result<Seated, Refusal> {
        turn(&question)?;
        let mut rooms = self.lock();
        if rooms.len() >= MOST_ROOMS
            && let Some(code) = least_missed(&rooms)
        {
            rooms.remove(&code);
        }
        let code = word(6);
        let key = word(24);
        let mut keys = [None, None];
        keys[seat as usize] = Some(key.clone());
        let view = RoomView { code: code.clone(), question: question.clone(), full: false };
        let (news, used) = (watch::Sender::new(view), Instant::now());
        let room = Room { opener, question, keys, news, used };
        rooms.insert(code.clone(), room);
        Ok(Seated { code, seat, key })
    }

    /// Takes the free seat.
    pub fn join(&self, code: &str) -> Result<Seated, Refusal> {
        self.with(code, |room| {
            let free = [Seat::First, Seat::Second]
                .into_iter()
                .find(|&seat| room.keys[seat as usize].is_none());
            let Some(seat) = free else {
                return Err(Refusal::new(
                    StatusCode::CONFLICT,
                    "both seats are taken; you can watch",
                ));
            };
            let key = word(24);
            room.keys[seat as usize] = Some(key.clone());
            room.tell(code);
            Ok(Seated { code: code.to_string(), seat, key })
        })
    }

    /// Plays a move, if it is one's turn and legal; or begins the game anew.
    pub fn play(
        &self,
        code: &str,
        RoomMove { key, ply, mv }: RoomMove,
    ) -> Result<RoomView, Refusal> {
        let (seat, question) = self.with(code, |room| {
            let seat = [Seat::First, Seat::Second]
                .into_iter()
                .find(|&seat| room.keys[seat as usize].as_ref() == Some(&key));
            let seat = seat.ok_or_else(|| {
                let message = "that is not the key to a seat of this room";
                Refusal::new(StatusCode::FORBIDDEN, message)
            })?;
            Ok((seat, room.question.clone()))
        })?;
        let too_late =
            || Refusal::new(StatusCode::CONFLICT, "another move was played in the meantime");
        // A long game takes a while to replay, and the other rooms do not wait for it.
        let (to_move, played) = turn(&question)?;
        if played != ply {
            return Err(too_late());
        }
        let mut next = question.clone();
        match mv {
            None => next.after.clear(),
            Some(_) if to_move.is_some_and(|to_move| to_move != seat) => {
                return Err(Refusal::new(StatusCode::CONFLICT, "it is not your turn"));
            }
            Some(mv) => {
                next.after = format!("{} {mv}", next.after).trim().to_string();
                let (_, played) = turn(&next)?;
                if played != ply + 1 {
                    return Err(Refusal::wrong("one move at a time"));
                }
            }
        }
        self.with(code, |room| {
            if room.question.after != question.after {
                return Err(too_late());
            }
            room.question = next;
            room.tell(code);
            Ok(room.view(code))
        })
    }

    /// The room as it is.
    pub fn view(&self, code: &str) -> Result<RoomView, Refusal> {
        self.with(code, |room| Ok(room.view(code)))
    }

    /// The room as it changes.
    pub fn listen(&self, code: &str) -> Result<watch::Receiver<RoomView>, Refusal> {
        self.with(code, |room| {
            let mut news = room.news.subscribe();
            // What is there already is news to the listener.
            news.mark_changed();
            Ok(news)
        })
    }

    fn with<T>(
        &self,
        code: &str,
        work: impl FnOnce(&mut Room) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let missing =
            || Refusal::new(StatusCode::NOT_FOUND, "there is no such room, or it was closed");
        let mut rooms = self.lock();
        let room = rooms.get_mut(code).ok_or_else(missing)?;
        room.used = Instant::now();
        work(room)
    }
}

impl Room {
    fn view(&self, code: &str) -> RoomView {
        let full = self.keys.iter().all(Option::is_some);
        RoomView { code: code.to_string(), question: self.question.clone(), full }
    }

    fn tell(&self, code: &str) {
        let _ = self.news.send_replace(self.view(code));
    }
}

/// The room to close for a new one.
fn least_missed(rooms: &HashMap<String, Room>) -> Option<String> {
    let opened = |by: Client| rooms.values().filter(|room| room.opener == by).count();
    let by = |(_, room): &(&String, &Room)| (opened(room.opener), Reverse(room.used));
    rooms.iter().max_by_key(by).map(|(code, _)| code.clone())
}

/// Who moves after the moves of a question, and how many they are; nobody once the game is over.
fn turn(question: &Written) -> Result<(Option<Seat>, usize), InputError> {
    let asked = Asked::new(&question.read()?, &outplay_page::limits::visit())?;
    if asked.cases.has_starts() {
        return Err(InputError::plain("choose the point of the first X").help("give `start`"));
    }
    let (to_move, played) = in_space!(asked.cases.first(), |game| {
        let record = Record::after(game, &asked.question.after)?;
        let over = game.is_over(&record.now().position);
        ((!over).then_some(record.now().to_move), record.moves().count())
    });
    if played > MOST_MOVES {
        return Err(InputError::plain(format!("a game in a room has at most {MOST_MOVES} moves")));
    }
    let seat = |player: Player| match player {
        Player::First => Seat::First,
        Player::Second => Seat::Second,
    };
    Ok((to_move.map(seat), played))
}

/// Letters that nobody can guess: the seed of a [`RandomState`] comes from the operating system.
fn word(length: usize) -> String {
    let letter = |place: usize| {
        let chosen = RandomState::new().hash_one(place) % LETTERS.len() as u64;
        char::from(LETTERS[chosen as usize])
    };
    (0..length).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening() -> Opening {
        serde_json::from_str(r#"{"question":{"game":"cram","board":"grid:2x2"},"seat":"first"}"#)
            .unwrap()
    }

    /// Whoever opens one room after the other closes their own.
    #[test]
    fn many_rooms_of_one_client_cost_nobody_else_a_room() {
        let rooms = Rooms::default();
        let (quiet, busy) = (Client::from("quiet"), Client::from("busy"));
        let kept = rooms.open(opening(), quiet).unwrap().code;
        let first = rooms.open(opening(), busy).unwrap().code;
        for _ in 0..MOST_ROOMS + 5 {
            rooms.open(opening(), busy).unwrap();
        }
        assert!(rooms.view(&kept).is_ok() && rooms.view(&first).is_err());
        assert_eq!(rooms.lock().len(), MOST_ROOMS);
    }

    /// Of two moves on the same board one is played.
    #[test]
    fn of_two_moves_at_once_one_is_played() {
        let rooms = Rooms::default();
        let Seated { code, key, .. } = rooms.open(opening(), Client::from("a")).unwrap();
        let played: Vec<bool> = std::thread::scope(|scope| {
            let play = |mv: &str| {
                let mv = RoomMove { key: key.clone(), ply: 0, mv: Some(mv.to_string()) };
                let (rooms, code) = (&rooms, &code);
                scope.spawn(move || rooms.play(code, mv).is_ok())
            };
            ["1-2", "3-4", "1-3", "2-4"]
                .map(play)
                .into_iter()
                .map(|it| it.join().unwrap())
                .collect()
        });
        assert_eq!(played.iter().filter(|&&played| played).count(), 1);
        assert_eq!(turn(&rooms.view(&code).unwrap().question).unwrap().1, 1);
    }
}
