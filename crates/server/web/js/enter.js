// The entrance of a server that asks for a token. The token stands behind the # of the printed address, so no browser sends it,
// no log keeps it, and this page takes it out of the history: it is handed over once and is a cookie from then on.

const found = /^#token=([0-9a-f]+)(.*)$/.exec(window.location.hash);
if (found) {
  const [, token, place] = found;
  const answer = await fetch('/enter', { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  if (answer.ok) window.location.replace(`/${place}`);
  else document.getElementById('word').textContent = 'This token is not valid: was the server started again?';
}
