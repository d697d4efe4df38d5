// What the program says of rules, values and lessons, in the reader's language. It comes in English; its own content has the
// sentences in others, with `{}` where something is filled in.

const patterns = [];
const sentences = new Map();
let phrases = null;

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Takes over the sentences of a language. */
export function learn({ sentences: known, phrases: parts }) {
  for (const [english, own] of Object.entries(known)) {
    if (english.includes('{}')) patterns.push([new RegExp(`^${english.split('{}').map(escaped).join('(.+?)')}$`), own]);
    else sentences.set(english, own);
  }
  const words = Object.keys(parts).sort((a, b) => b.length - a.length);
  phrases = { pattern: new RegExp(`\\b(${words.map(escaped).join('|')})\\b`, 'g'), parts };
}

function one(sentence) {
  if (sentences.has(sentence)) return sentences.get(sentence);
  for (const [pattern, own] of patterns) {
    const [, ...filled] = pattern.exec(sentence) || [null];
    if (pattern.test(sentence)) return own.replace(/\{\}/g, () => filled.shift().replace(phrases.pattern, (word) => phrases.parts[word]));
  }
  return sentence;
}

/** A text in the reader's language, as far as its sentences are known. */
function said(text) {
  if (sentences.has(text)) return sentences.get(text);
  return text.split(/(?<=[.?!]) (?=\S)/).map(one).join(' ');
}

/** The fields of answers that people read. */
const READ = new Set(['rule', 'words', 'sentence', 'title', 'text', 'summary', 'done', 'explanation', 'settled_by', 'known', 'stopped', 'prompt', 'error']);

/** An answer with what people read in their language. */
export function inOwnWords(answer, field = '') {
  if (!phrases) return answer;
  if (typeof answer === 'string') return READ.has(field) ? said(answer) : answer;
  if (Array.isArray(answer)) return answer.map((part) => inOwnWords(part, field));
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, part]) => [name, inOwnWords(part, name)]));
}
