'use strict';
// The page of a recorded session. It answers what inspect answers: what each action changed, what
// the state was, and which action set a value. Everything of a session is untrusted and reaches
// the page as text nodes only.

// ---- Text that hides nothing

// The characters that control a display or are invisible; inspect escapes the same ones.
const UNSAFE = new RegExp('[\\0-\\x1F\\x7F-\\x9F\\xAD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F' +
  '\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\u{13430}-\\u{1343F}\\u{1BCA0}-\\u{1BCA3}' +
  '\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}]', 'gu');
// A written `\u{` is escaped, too, so that what looks like an escape is one.
const marked = text => text.replace(/\\(?=u\{)/g, '\\u{5C}');
const visible = text => marked(text).replace(UNSAFE, c => `\\u{${c.codePointAt(0).toString(16).toUpperCase()}}`);
const quoted = text => JSON.stringify(text).replace(UNSAFE, c => c.replace(/[^]/g, unit => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0')));

// ---- JSON

// Strings, booleans and null are themselves, and objects are Maps, so that `__proto__` is a name
// like any other. A number is itself if it is written as JavaScript writes it, else a Num.
class Num { constructor(text) { this.text = text; } }
class Damage extends Error {}
/** Stands for what nobody can know; `why` says so in words. */
class Unknown { constructor(why) { this.why = why; } }

const DEPTH = 512, STRING = /"[^"\\\0-\x1F]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\0-\x1F]*)*"/y;
const LEAF = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y, WORDS = new Map([['true', true], ['false', false], ['null', null]]);
const refuse = words => { throw new Damage(words); };
const misfit = () => refuse('the patch does not apply');
const has = v => v !== undefined;
const isUnknown = v => v instanceof Unknown;
const isMap = v => v instanceof Map;
const isBox = v => isMap(v) || Array.isArray(v);
const isNumber = v => typeof v === 'number' || v instanceof Num;
const textOf = v => v instanceof Num ? v.text : String(v);

/** The value of a JSON text. Refuses what the format refuses. */
function parse(text) {
  let at = 0, deepest = 0;
  const fail = words => refuse(`${words} at character ${at + 1}`);
  const space = () => { for (let c; (c = text.charCodeAt(at)) === 32 || c === 9 || c === 10 || c === 13;) at++; };
  const take = pattern => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] || fail('no JSON');
    at += found.length;
    return found;
  };
  const string = () => {
    const found = take(STRING);
    if (!found.includes('\\')) return found.slice(1, -1);
    const decoded = JSON.parse(found);
    return /\p{Surrogate}/u.test(decoded) ? fail('a lone surrogate') : decoded;
  };
  const value = depth => {
    space();
    const open = text[at];
    if (open === '"') return string();
    if (open !== '{' && open !== '[') {
      const leaf = take(LEAF);
      return WORDS.has(leaf) ? WORDS.get(leaf) : String(+leaf) === leaf ? +leaf : new Num(leaf);
    }
    if (++depth > DEPTH) fail('more than 512 levels');
    deepest = Math.max(deepest, depth);
    const close = open === '{' ? '}' : ']', parts = open === '{' ? new Map() : [];
    at++;
    space();
    if (text[at] === close) { at++; return parts; }
    for (;;) {
      if (open === '[') parts.push(value(depth));
      else {
        space();
        const name = string();
        if (parts.has(name)) fail('a name twice');
        space();
        if (text[at++] !== ':') fail('no colon');
        parts.set(name, value(depth));
      }
      space();
      const next = text[at++];
      if (next === close) return parts;
      if (next !== ',') fail('no comma');
    }
  };
  const found = value(0);
  space();
  if (at < text.length) fail('more');
  if (isMap(found)) found.depth = deepest;
  return found;
}

/** The compact text of a value; beyond `limit` it ends in an ellipsis. */
function write(v, limit = Infinity, string = quoted) {
  let out = '';
  const put = v => {
    if (typeof v === 'string') out += string(v.slice(0, limit + 1));
    else if (!isBox(v)) out += textOf(v);
    else {
      let mark = '';
      out += isMap(v) ? '{' : '[';
      for (const [name, part] of v.entries()) {
        if (out.length > limit) return;
        out += mark + (isMap(v) ? string(name) + ':' : '');
        put(part);
        mark = ',';
      }
      out += isMap(v) ? '}' : ']';
    }
  };
  put(v);
  return out.length > limit ? out.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '') + '…' : out;
}

const shown = (v, limit) => write(v, limit, text => marked(quoted(text)));

/** A text that numbers of equal decimal value share; 0 and -0 differ, as in the format. */
function decimal(number) {
  if (Number.isSafeInteger(number)) return number + '';
  const [, sign, whole, part = '', power = 0] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]\+?(-?\d+))?$/.exec(textOf(number));
  const digits = (whole + part).replace(/^0+/, ''), least = digits.replace(/0+$/, ''), zeros = BigInt(power) + BigInt(digits.length - least.length - part.length);
  return sign + (least ? zeros >= 0 && zeros < 16 ? least + '0'.repeat(Number(zeros)) : `${least}e${zeros}` : 0);
}

function same(a, b) {
  if (a === b) return true;
  if (isNumber(a)) return isNumber(b) && (a instanceof Num || b instanceof Num) && decimal(a) === decimal(b);
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((v, i) => same(v, b[i]));
  if (!isMap(a) || !isMap(b) || a.size !== b.size) return false;
  for (const [name, v] of a) if (!b.has(name) || !same(v, b.get(name))) return false;
  return true;
}

function identity(v) {
  if (isNumber(v)) return decimal(v);
  if (Array.isArray(v)) return `[${v.map(identity)}]`;
  return isMap(v) ? `{${[...v].map(([k, v]) => JSON.stringify(k) + identity(v)).sort()}}` : JSON.stringify(v);
}

// ---- Places and patches

const INDEX = /^(?:0|[1-9]\d{0,14})$/;
const pointer = tokens => tokens.map(t => '/' + t.replace(/~/g, '~0').replace(/\//g, '~1')).join('');
function tokensOf(pointer) {
  if (typeof pointer !== 'string' || /^[^/]|~(?![01])/.test(pointer)) misfit();
  return pointer.split('/').slice(1).map(t => t.replace(/~1/g, '/').replace(/~0/g, '~'));
}
const child = (v, token) => isMap(v) ? v.get(token) : Array.isArray(v) && INDEX.test(token) ? v[token] : undefined;
const lookUp = (v, tokens) => tokens.reduce(child, v);

/** A document with one change. Containers on the way are copied, but for `own` copies. */
function edited(doc, [token, ...rest], op, v, own) {
  if (!has(token)) return v;
  const copy = !isBox(doc) ? misfit() : own.has(doc) ? doc : isMap(doc) ? new Map(doc) : doc.slice(), isAdd = op === 'add' && !rest.length;
  own.add(copy);
  const place = isMap(copy) || !INDEX.test(token) ? token : +token, isThere = isMap(copy) ? copy.has(token) : place < copy.length;
  if (!isThere && !(isAdd && (isMap(copy) || token === '-' || place === copy.length))) misfit();
  if (op === 'remove' && !rest.length) {
    if (isMap(copy)) copy.delete(token); else copy.splice(place, 1);
  } else {
    const part = edited(child(copy, token), rest, op, v, own);
    if (isMap(copy)) copy.set(token, part); else copy.splice(token === '-' ? copy.length : place, isAdd ? 0 : 1, part);
  }
  return copy;
}

/** A state after a patch: the six operations of RFC 6902, and `splice`. */
function patched(doc, patch, depth) {
  const own = new Set();
  let mayGrow = false;
  for (const operation of Array.isArray(patch) ? patch : misfit()) {
    const there = v => has(v) ? v : misfit(), get = name => there(child(operation, name)), op = get('op'), path = tokensOf(get('path'));
    const edit = (op, v, place = path) => { doc = edited(doc, place, op, v, own); };
    mayGrow ||= op === 'copy' || path.length + depth > DEPTH;
    if (op === 'remove') edit(op, null);
    else if (op === 'add' || op === 'replace') edit(op, get('value'));
    else if (op === 'test') same(lookUp(doc, path), get('value')) || misfit();
    else if (op === 'splice') edit('replace', spliced(lookUp(doc, path), get('at'), get('del'), get('ins')));
    else if (op === 'copy' || op === 'move') {
      const from = get('from'), v = there(lookUp(doc, tokensOf(from)));
      if (op === 'move') {
        if (pointer(path) === from) continue;
        if (pointer(path).startsWith(from + '/')) misfit();
        edit('remove', null, tokensOf(from));
      }
      edit('add', v);
      own.clear();  // the value may be at two places now, so it must not change in place
    } else misfit();
    // A few copies can make a state that nobody could walk through.
    if (mayGrow && measure(doc) > 2097152) refuse('the patch makes too large a state');
  }
  return doc;
}

/** How many values there are; fast also if they are shared. */
function measure(v, depth = 0, seen = new Map()) {
  if (!isBox(v) || depth > DEPTH) return isBox(v) ? Infinity : 1;
  const known = seen.get(v);
  if (known?.depth >= depth) return known.count;
  let count = 1;
  for (const part of v.values()) count += measure(part, depth + 1, seen);
  seen.set(v, { depth, count });
  return count;
}

function spliced(text, from, count, inserted) {
  const bytes = typeof text === 'string' && typeof inserted === 'string' ? new TextEncoder().encode(text) : misfit();
  const [start, rest] = [bytes.subarray(0, from), bytes.subarray(from + count)], isWithin = i => (bytes[i] & 0xC0) === 0x80;
  if (!(from >= 0 && count >= 0 && from + count <= bytes.length) || isWithin(from) || isWithin(from + count)) misfit();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(start) + inserted + decoder.decode(rest);
}

// ---- Differences

const IDENTIFYING = ['id', 'uuid', 'key', '_id', 'identifier', 'guid'], MOST_EDITS = 2048, MOST_CHANGES = 150000;

/** The changes from one value to another: {path, from, old, new, moved, case}.
 *
 * Members are matched by name. Elements are matched by a member that identifies them, else by the
 * longest common subsequence of equal ones; those left between are matched in pairs. */
function differences(old, now) {
  const changes = Object.assign([], { cuts: 0 });
  const note = (old, now, from, path, more) => {
    const isElsewhere = has(old) && has(now) && pointer(from) !== pointer(path);
    changes.push({ path: has(now) ? path : from, from: isElsewhere ? from : undefined, old, new: now, ...more });
  };
  const compare = (a, b, from, path) => {
    if (has(a) && has(b) && same(a, b)) return;
    const isFew = changes.length < MOST_CHANGES;
    if (isFew && isMap(a) && isMap(b)) {
      const cases = caseChange(a, b);
      if (cases) return note(a, b, from, path, { case: cases });
      for (const name of new Set([...a.keys(), ...b.keys()])) compare(a.get(name), b.get(name), [...from, name], [...path, name]);
    } else if (isFew && Array.isArray(a) && Array.isArray(b)) {
      const shorter = Math.min(a.length, b.length);
      let start = 0, end = 0;
      while (start < shorter && same(a[start], b[start])) start++;
      while (end < shorter - start && same(a.at(-1 - end), b.at(-1 - end))) end++;
      const pairs = aligned(a.slice(start, a.length - end), b.slice(start, b.length - end));
      if (pairs.isByIndex) changes.cuts++;
      for (const [i, j, isMove] of pairs) {
        const sides = [has(i) ? a[start + i] : i, has(j) ? b[start + j] : j, [...from, String(start + (i ?? j))], [...path, String(start + (j ?? i))]];
        if (isMove) note(...sides, { moved: true });
        compare(...sides);
      }
    } else note(a, b, from, path);
  };
  compare(old, now, [], []);
  return changes;
}

/** The pairs [i, j, moved] of elements in reading order. */
function aligned(a, b) {
  for (const name of a.length && b.length ? IDENTIFYING : []) {
    const pairs = has(isMap(a[0]) ? a[0].get(name) : undefined) && byIdentity(a, b, name);
    if (pairs) return pairs;
  }
  const common = a.length > 1 || b.length > 1 ? subsequence(a.map(identity), b.map(identity)) : [], pairs = [];
  let i = 0, j = 0;
  for (const [x, y] of [...common || [], [a.length, b.length]]) {
    while (i < x || j < y) pairs.push([i < x ? i++ : undefined, j < y ? j++ : undefined]);
    [i, j] = [x + 1, y + 1];
  }
  pairs.isByIndex = !common;
  return pairs;
}

/** The same by a member; undefined if an element lacks it or two of a side share one. */
function byIdentity(a, b, name) {
  const [olds, news] = [a, b].map(list => new Map(list.map((v, i) => {
    const id = isMap(v) ? v.get(name) : undefined;
    return [typeof id === 'string' || isNumber(id) ? identity(id) : '', i];
  })));
  if (olds.size < a.length || news.size < b.length || olds.has('') || news.has('')) return undefined;
  const partners = [...news.keys()].map(id => olds.get(id)), kept = new Set(partners), pairs = [];
  const steady = new Set(longestRise(partners.filter(has)));
  let came = [], next = 0;
  const close = end => {
    for (; next < end; next++) if (!kept.has(next)) pairs.push([next]);
    pairs.push(...came);
    came = [];
  };
  partners.forEach((i, j) => {
    if (!steady.has(i)) return came.push([i, j, has(i)]);
    close(i);
    return pairs.push([next++, j]);
  });
  close(a.length);
  return pairs;
}

function longestRise(numbers) {
  const ends = [], previous = [], rise = [];
  numbers.forEach((number, place) => {
    const length = firsts(ends.length, i => numbers[ends[i]] < number);
    previous.push(ends[length - 1]);
    ends[length] = place;
  });
  for (let place = ends.at(-1); has(place); place = previous[place]) rise.push(numbers[place]);
  return rise.reverse();
}

/** How many of `count` numbers fit, if those that fit come first. */
function firsts(count, fits) {
  let low = 0;
  while (low < count) {
    const middle = (low + count) >> 1;
    if (fits(middle)) low = middle + 1; else count = middle;
  }
  return low;
}

/** The pairs of a longest common subsequence (Myers, 1986); null if there are too many edits. */
function subsequence(old, now) {
  const kept = (list, others) => [...list.keys()].filter(i => others.has(list[i])), a = kept(old, new Set(now)), b = kept(now, new Set(old)), reached = [];
  // How far a diagonal gets by one more edit than the ones next to it; -1 if it cannot.
  const inserting = (d, p) => { const x = p < d ? reached[d - 1][p] : -1; return x - 2 * p + d <= b.length ? x : -1; };
  const removing = (d, p) => { const x = p > 0 ? reached[d - 1][p - 1] : -1; return x >= 0 && x < a.length ? x + 1 : -1; };
  const begin = (d, p) => d ? Math.max(inserting(d, p), removing(d, p)) : 0;
  for (let d = 0; d <= MOST_EDITS; d++) {
    reached.push(new Int32Array(d + 1).fill(-1));
    for (let p = 0; p <= d; p++) {
      let x = begin(d, p), y = x - 2 * p + d;
      if (x < 0) continue;
      while (x < a.length && y < b.length && old[a[x]] === now[b[y]]) { x++; y++; }
      reached[d][p] = x;
      if (x < a.length || y < b.length) continue;
      const pairs = [];
      for (let e = d, q = p; ; e--) {
        const start = begin(e, q);
        for (x = reached[e][q] - 1; x >= start; x--) pairs.push([a[x], b[x - 2 * q + e]]);
        if (!e) return pairs.reverse();
        if (inserting(e, q) !== start) q--;
      }
    }
  }
  return null;
}

/** The names of two enum cases, if one seems to have replaced the other; else null. */
function caseChange(a, b) {
  const [[old, from] = []] = a, [[now, to] = []] = b, isCase = (map, name, payload) => map.size === 1 && isMap(payload) && /^[_\p{XIDS}]\p{XIDC}*$/u.test(name);
  return isCase(a, old, from) && isCase(b, now, to) && old.normalize() !== now.normalize() ? { old, new: now } : null;
}

// ---- The session

const MOST_BYTES = 1 << 30, CHUNK = 1 << 24, STRETCH = 4096;
const KINDS = 'session action input state keyframe outside dispatched mark gap end'.split(' ');
// The front of a line as a recorder writes it; any other line is parsed as a whole.
const FRONT = /^\{"kind":"(\w+)","n":(\d{1,15})(?:,"t":(\d{1,15}),"type":"([^"\\\0-\x1F]*)"|,"(state|patch)":)?/;
// A number right before the last brace is a member of the line itself.
const TOOK = /,"took":(\d{1,15})(?:,"crc":"\w{8}")?\}\r?$/;

const CRC = Array.from({ length: 256 }, (_, i) => {
  for (let k = 0; k < 8; k++) i = i & 1 ? (i >>> 1) ^ 0x82F63B78 : i >>> 1;
  return i;
});

class Recent extends Map {
  keep(key, made, most = 300) {
    if (this.size > most) this.delete(this.keys().next().value);
    this.set(key, made);
    return made;
  }
}

const DAMAGED = 'a damaged line precedes it';
let segments, header, hasChecksums, isClosed, torn, died;
const lines = [], kinds = [], ns = [];  // of each line: its text, kind and n
const steps = [];  // {n, t, took, type, isWhole}, and the lines action, state, keyframe; -1 for none
const types = new Map();  // how many actions each type has
const beside = new Map();  // all other lines by n
const effects = new Map();  // the steps that an action caused, by its n
const listed = [], gaps = [];  // the lines that a list shows
const bad = new Map();  // damaged lines, and why they are
const unfinished = new Set(), parsed = new Recent(), states = new Recent(), causes = new Recent();
const isStepKind = kind => /^(action|state|keyframe)$/.test(kind);
const last = () => steps.length - 1;

function load() {
  for (const { bytes } of segments) {
    isClosed = torn = false;
    for (let at = 0, end; at < bytes.length; at = end) {
      end = bytes.indexOf(10, at + CHUNK) + 1 || bytes.length;
      read(bytes.subarray(at, end));
    }
  }
  // Actions without a state at the end were open when the app died.
  died = isClosed || torn ? [] : [...unfinished];
}

/** Takes in lines, of which the last may lack its end. */
function read(bytes) {
  let text;
  try { text = new TextDecoder('utf-8', { fatal: true }).decode(bytes); } catch {
    const end = bytes.indexOf(10) + 1;
    if (end && end < bytes.length) for (let at = 0, next; at < bytes.length; at = next) read(bytes.subarray(at, next = bytes.indexOf(10, at) + 1 || bytes.length));
    else add('', !end, 'no valid UTF-8');
    return;
  }
  const whole = text.split('\n'), rest = whole.pop();
  for (const line of whole) if (line.length > 1) add(line);
  if (rest) add(rest, true);
}

function add(text, isTorn, fault) {
  const line = kinds.length, before = steps[last()], front = !isTorn && FRONT.exec(text);
  let kind, n, t, type, isWhole, took;
  lines.push(text);
  const isPlain = front?.[1] !== 'state' || TOOK.test(text.slice(-60)) || !text.includes('"took":');
  if (front && isPlain && (front[1] === 'action' ? has(front[4]) : front[5] || !/^(state|keyframe)$/.test(front[1]))) {
    kind = front[1]; n = +front[2]; t = +front[3]; type = front[4]; isWhole = front[5] === 'state';
    took = kind === 'state' ? +(TOOK.exec(text.slice(-60))?.[1] ?? NaN) : NaN;
  } else {
    try {
      const map = fault ? refuse(fault) : parseLine(line);
      [kind, n, t, type, took] = ['kind', 'n', 't', 'type', 'took'].map(name => map.get(name));
      isWhole = map.has('state');
      if (KINDS.indexOf(kind) > 0 && !Number.isSafeInteger(n) || kind === 'action' && typeof type !== 'string') refuse('a member is missing');
    } catch (error) {
      if (isTorn) torn = true; else damage(line, error);
      kind = '';
    }
  }
  kind = KINDS.find(name => name === kind);  // one text for all; none for a kind that nobody knows
  kinds.push(kind);
  ns.push(n);
  if (kind === 'session') header ||= lineAt(line);
  else if (kind === 'end') isClosed = true;
  else if (isStepKind(kind)) {
    let step = before;
    if (!before || n > before.n) {
      if (before && n > before.n + 1 && gaps.at(-1)?.n !== n) damage(line, new Damage(`the number jumps to ${n}`));
      step = { n, t: NaN, took: NaN, type: before ? '(not recorded)' : 'start', isWhole: false, action: -1, state: -1, keyframe: -1 };
      steps.push(step);
    } else if (n < before.n) {
      step = steps[stepOf(n)];
      if (!step) return damage(line, new Damage(`the number ${n} goes back`));
    }
    if (kind === 'action') {
      step.action = line; step.t = t; step.type = type;
      types.set(type, (types.get(type) || 0) + 1);
      if (step.state < 0) unfinished.add(n);
    } else if (kind === 'state' && step.state < 0) {
      step.state = line; step.isWhole = isWhole; step.took = took;
      unfinished.delete(n);
    } else if (isWhole) step.keyframe = line;
    if (!before || kind === 'action') listed.push(line);
  } else if (kind) {
    if (kind === 'gap') {
      gaps.push({ n, line, since: (steps.findLast(s => s.state >= 0)?.n ?? n - 1) + 1 });
      unfinished.clear();
    }
    if (/^(gap|outside|dispatched)$/.test(kind)) listed.push(line);
    if (!beside.has(n)) beside.set(n, []);
    beside.get(n).push(line);
  }
}

function parseLine(i) {
  const text = lines[i].replace(/\r$/, ''), map = parse(text);
  if (typeof child(map, 'kind') !== 'string') refuse('no kind');
  if (!i) hasChecksums = map.has('crc');
  if (hasChecksums) {
    let sum = -1;
    for (const byte of new TextEncoder().encode(text.slice(0, -18))) sum = CRC[(sum ^ byte) & 255] ^ (sum >>> 8);
    if (!text.endsWith(`,"crc":"${(~sum >>> 0).toString(16).padStart(8, '0')}"}`)) refuse('the checksum is wrong');
  }
  return map;
}

function lineAt(i, isKept = true) {
  if (i < 0 || parsed.has(i)) return parsed.get(i);
  try {
    const map = parseLine(i);
    return isKept ? parsed.keep(i, map) : map;
  } catch (error) {
    return damage(i, error);
  }
}

function damage(line, error) {
  if (!(error instanceof Damage || error instanceof RangeError)) throw error;
  if (bad.has(line)) return;
  bad.set(line, error.message);
  states.clear();  // what was made of other lines may be wrong
  causes.clear();
}

function isDamaged(i) {
  const { state, keyframe } = steps[i - 1], until = steps[i].state;
  for (const line of bad.keys()) if (line > state && line > keyframe && line < until) return true;
  return false;
}

/** The index of the last step at or before n; of the one with number n, else -1. */
function stepAt(n) { return Math.max(0, firsts(steps.length, i => steps[i].n <= n) - 1); }
function stepOf(n) { return steps[stepAt(n)]?.n === n ? stepAt(n) : -1; }
function linesBeside(n, kind) { return (beside.get(n) || []).filter(line => kinds[line] === kind); }
function allBeside(n, kind) { return linesBeside(n, kind).map(line => lineAt(line)).filter(Boolean); }
function marksOf(n) { return allBeside(n, 'mark').map(mark => text(mark.get('text'))); }

// MARK: States. A step is named by its index.

/** The state after a step, or an Unknown. */
function stateOf(i) {
  const { n, state, keyframe } = steps[i];
  if (states.has(i)) return states.get(i);
  if (state < 0 && keyframe < 0) {
    const gap = gaps.find(gap => n >= gap.since && n <= gap.n), reason = lineAt(gap?.line ?? -1)?.get('reason');
    return new Unknown(gap ? `it lies in a gap of the recording (${text(reason)})` : died.includes(n) ? 'the app ended in this action' : 'the recording has none');
  }
  // Back to the nearest whole state, then forward by the patches.
  let base = i, made;
  while ((made = states.get(base) ?? wholeOf(base)) === undefined) {
    if (!hasBefore(base) || steps[base].state < 0) made = new Unknown(bad.size ? DAMAGED : 'the state before it is not recorded');
    if (made) return states.keep(i, made);
    base--;
  }
  while (base < i) {
    made = endedOf(base++, made);
    made = changedBy(isDamaged(base) ? new Unknown(DAMAGED) : made, steps[base].state);
    if (base % 64 === 0 || base === i - 1) states.keep(base, made);
  }
  return states.keep(i, made);
}

function wholeOf(i) {
  const { keyframe, state, isWhole } = steps[i];
  return lineAt(keyframe)?.get('state') ?? (isWhole ? lineAt(state)?.get('state') : undefined);
}

function changedBy(state, line) {
  const map = lineAt(line);
  if (map?.has('state')) return map.get('state');
  if (isUnknown(state)) return state;
  try {
    if (map) return patched(state, map.get('patch'), map.depth);
  } catch (error) { damage(line, error); }
  return new Unknown('its line is damaged: ' + bad.get(line));
}

function endedOf(i, state = stateOf(i)) {
  return linesBeside(steps[i].n, 'outside').reduce((state, line) => changedBy(state, line), state);
}

function hasBefore(i) { return i > 0 && steps[i - 1].n === steps[i].n - 1; }

function beforeOf(i) {
  if (!hasBefore(i)) return new Unknown('the step before it is not recorded');
  return isDamaged(i) ? new Unknown(DAMAGED) : endedOf(i - 1);
}

function changesOf(i) {
  const state = stateOf(i), before = steps[i].action < 0 ? new Unknown('its action is not recorded') : beforeOf(i);
  return [state, before].find(isUnknown) || differences(before, state);
}

function stretchOf(i) { return Math.floor(Math.max(0, i - 1) / STRETCH); }

/** The changes of the value at a place in one stretch of steps, in order. */
function causesIn(path, stretch) {
  const key = stretch + pointer(path), first = stretch * STRETCH, end = Math.min(last(), first + STRETCH), found = [];
  if (causes.has(key)) return causes.get(key);
  let from = first;
  while (from > 0 && isUnknown(stateOf(from))) from--;
  let old = isUnknown(stateOf(from)) ? undefined : lookUp(stateOf(from), path);
  if (!first && has(old)) found.push({ by: 'beginning', first: steps[0].n || undefined, step: 0, new: old });
  const keep = (state, cause) => {
    const now = isUnknown(state) ? old : lookUp(state, path);
    if (now === old || has(now) && has(old) && same(now, old)) return;
    found.push({ ...cause, old, new: now });
    old = now;
  };
  const passOutsides = i => linesBeside(steps[i].n, 'outside').reduce((state, line) => {
    const now = changedBy(state, line);
    keep(now, { by: 'outside', step: i + 1, after: steps[i].n });
    return now;
  }, stateOf(i));
  for (let i = first + 1; i <= end; i++) {
    const { n, action, type } = steps[i], isKnown = action >= 0 && !isUnknown(beforeOf(i));
    passOutsides(i - 1);
    keep(stateOf(i), isKnown ? { by: 'action', step: i, n, type } : { by: 'unrecorded', step: i, before: n });
  }
  if (end === last()) passOutsides(end);
  return causes.keep(key, found);
}

/** The change that made the value what it is in a step. */
async function whyOf(path, i) {
  for (let k = stretchOf(i); k >= 0; k--) {
    const found = causesIn(path, k).findLast(cause => cause.step <= i);
    if (found) return found;
    await pause();
  }
}

async function historyOf(path) {
  const found = [];
  for (let k = 0; k <= stretchOf(last()); k++) {
    found.push(...causesIn(path, k));
    await pause();
  }
  return found;
}

function chainOf(i) {
  const found = [];
  for (;;) {
    const from = lineAt(steps[i].action)?.get('from');
    i = from < steps[i].n ? stepOf(from) : -1;
    if (i < 0 || found.length > 99) return found;
    found.push(i);
  }
}

// ---- The page

const $ = id => document.getElementById(id);

/** Gives an element these children, as far as they are there. */
function fill(box, ...children) {
  box.replaceChildren(...children.flat(Infinity).filter(Boolean));
  return box;
}

/** An element, by default a span. An object after the name has attributes and listeners. */
function el(name, ...children) {
  const [tag, ...classes] = name.split('.'), made = document.createElement(tag || 'span');
  made.className = classes.join(' ');
  const more = children[0]?.constructor === Object ? children.shift() : {};
  for (const key in more) if (key.startsWith('on')) made[key] = more[key]; else made.setAttribute(key, more[key]);
  return fill(made, children);
}

const button = (name, onclick, label = name) => el('button', { onclick, 'aria-label': label }, name);
const dim = (...children) => el('.dim', ...children);
const line = (...children) => el('p', ...children);

/** Draws a list in portions; a button at the end draws the next one. */
function portion(box, items, draw, from = 0, end = from + 100) {
  box.append(...items.slice(from, end).map(draw));
  const more = button(`${items.length - end} more`, () => { more.remove(); portion(box, items, draw, end); });
  if (end < items.length) box.append(more);
  return box;
}

let since = 0;
/** Gives way to the page now and then, in long loops. */
async function pause() {
  if (performance.now() - since < 12) return;
  await new Promise(done => setTimeout(done));
  since = performance.now();
}

function duration(ns) {
  const [unit, size] = ns < 1e3 ? ['ns', 1] : ns < 1e6 ? ['µs', 1e3] : ns < 1e9 ? ['ms', 1e6] : ['s', 1e9];
  return `${(ns / size).toFixed(ns / size < 10 && size > 1 ? 1 : 0)} ${unit}`;
}

const clock = ns => ns >= 0 && `+${(Math.floor(ns / 1e6) / 1e3).toFixed(3)} s`;
const counted = (n, word) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
const text = v => typeof v === 'string' ? visible(v) : has(v) ? shown(v) : '';
const nameText = name => /^[\p{XIDS}_$][\p{XIDC}$]*$/u.test(name) ? name : shown(name);
/** A place as it is written in Swift: items[0].message. */
const placeText = path => path.map((t, i) => INDEX.test(t) ? `[${t}]` : nameText(t) !== t ? `[${nameText(t)}]` : (i ? '.' : '') + t).join('') || '(the whole state)';
const link = (n, at, ...children) => el('a', { href: '#' + n + pointer(at || []).split('/').map(encodeURIComponent).join('/') }, ...children);
const placeLink = (n, at) => link(n, at, el('.place', placeText(at)));

function valueOf(v, name = '', limit = 400) {
  const words = shown(v, limit), made = el('.value' + name, words);
  if (words.length > limit) made.append(' ', button('all', () => fill(made, shown(v))));
  return made;
}

// What inspect says of values that differ and look alike.
const unlike = (text, hidden = '') => text.replace(hidden, '').normalize();
const UNSEEN = /(?!\p{White_Space})[\p{DI}\p{Cc}\p{Cf}]/gu, BLANK = /[\p{White_Space}\p{DI}\p{Cc}\p{Cf}]/gu;
const isZero = v => isNumber(v) && !/^[^eE]*[1-9]/.test(textOf(v));
const likeness = (a, b) => isZero(a) && isZero(b) ? 'zero' : typeof a !== 'string' || typeof b !== 'string' ? '' :
  unlike(a) === unlike(b) ? 'normalization' : unlike(a, UNSEEN) === unlike(b, UNSEEN) ? 'invisible' : unlike(a, BLANK) === unlike(b, BLANK) ? 'whitespace' : '';
const LIKENESS = { zero: '-0 and 0 are two numbers', normalization: 'the same letters of other code points: composed and decomposed',
  invisible: 'they differ in characters that cannot be seen', whitespace: 'they differ in space only' };

const sides = (old, now, nothing) => [has(old) ? valueOf(old, '.old') : nothing, has(old) && has(now) || nothing ? ' → ' : '', has(now) ? valueOf(now, '.new') : nothing];

const SLOW = 16e6;  // longer than a frame on the screen
let facts, verdict, rows, points;
let here = 0, path = null;  // the step and the place that are shown
const hidden = new Set();  // types

const stepName = i => `${steps[i].n} ${visible(steps[i].type)}`;
const stepLinks = (words, list, mark) => list?.length && line(words, list.slice(0, 50).map((i, k) => [k > 0 && mark, link(steps[i].n, path, stepName(i))]));

// Only the rows in sight exist. A browser limits heights, so a long list scrolls in proportion.

const ROW = 24, MOST_HEIGHT = 8e6;
let scrolled;
const isStepRow = i => isStepKind(kinds[i]);
const stepOfRow = i => stepAt(ns[i]);

function drawList(isReveal) {
  const list = $('list'), all = rows.length * ROW, height = Math.min(MOST_HEIGHT, all), room = list.clientHeight, scale = height < all ? (all - room) / (height - room) : 1;
  $('rows').style.height = height + 'px';
  const top = placeOf(here) * ROW, from = list.scrollTop * scale;
  if (isReveal === true && (top < from || top + 2 * ROW > from + room)) list.scrollTop = (top - room / 2) / scale;
  scrolled = list.scrollTop;
  const first = Math.max(0, Math.floor(scrolled * scale / ROW) - 2);
  fill($('rows'), rows.slice(first, first + Math.ceil(room / ROW) + 4).map((i, k) => {
    const row = drawRow(i, first + k);
    row.style.transform = `translateY(${(first + k) * ROW - scrolled * scale + scrolled}px)`;
    return row;
  }));
}

function summary(changes) {
  if (!changes[0]) return changes.why ? 'unknown: ' + changes.why : 'no change';
  const [{ path, old, new: now, moved, case: cases }] = changes, place = placeText(path);
  const values = cases ? [cases.old, cases.new].map(visible) : moved ? ['moved'] : [old, now].filter(has).map(v => shown(v, 40));
  return (has(old) ? has(now) ? '' : '− ' : '+ ') + (place.length > 28 ? '…' + placeText(path.slice(-2)) : place) + '  ' + values.join(' → ') +
    (changes.length > 1 ? ` and ${changes.length - 1} more` : '');
}

function drawRow(i, place) {
  const kind = kinds[i], n = ns[i], at = stepOfRow(i), isStep = isStepRow(i), map = lineAt(i) || new Map(), from = kind === 'action' ? map.get('from') : undefined;
  const { t, took, type } = isStep ? steps[at] : { t: map.get('t'), type: kind }, since = isStep && t - steps[at - 1]?.t;
  const what = isStep ? at && summary(changesOf(at)) : kind === 'gap' ? `${text(map.get('lost'))} lost: ${text(map.get('reason'))}` : text(map.get('type') ?? 'changed without an action');
  const row = link(n, path, el('.n', isStep && n + ''), el('.n', clock(t)), el('.n.more', since >= 0 && isStep && '+' + duration(since)),
    el('.n.more' + (took >= SLOW ? '.slow' : ''), took >= 0 && duration(took)),
    el('.type', has(from) && dim(from === n - 1 ? '└ ' : `└${text(from)} `), isStep && el('.sign', died.includes(n) && '✕ ', verdict?.n === n && '≠ '), visible(type)),
    el('.what', what, isStep && marksOf(n).map(mark => el('.sign', '  ▾ ' + mark))));
  row.className = isStep ? 'row' : 'row aside';
  const more = { role: 'option', tabindex: -1, 'aria-posinset': place + 1, 'aria-setsize': rows.length, 'aria-selected': at === here && (isStep || kind === 'gap') };
  for (const key in more) row.setAttribute(key, more[key]);
  return row;
}

function placeOf(i) {
  const { n } = steps[i];
  let place = Math.max(0, firsts(rows.length, k => ns[rows[k]] <= n) - 1);
  while (place && !isStepRow(rows[place]) && ns[rows[place - 1]] === n) place--;
  return place;
}

/** The test of rows for a word: a /path, a glob of types, or a text. */
async function testOf(word) {
  const includes = words => words.toLowerCase().includes(word.toLowerCase());
  if (word[0] === '/') {
    const steps = new Set((await historyOf(tokensOf(word))).map(cause => cause.step));
    return i => isStepRow(i) && steps.has(stepOfRow(i));
  }
  if (/[*?]/.test(word)) {
    const glob = new RegExp(`^${word.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/[*?]/g, c => c === '*' ? '.*' : '.')}$`, 'su');
    return i => kinds[i] === 'action' && glob.test(steps[stepOfRow(i)].type);
  }
  return i => includes(lines[i]) || isStepRow(i) && marksOf(ns[i]).some(includes);
}

let filtering = 0;
async function filter() {
  const turn = ++filtering, tests = [], kept = [];
  for (const word of $('filter').value.split(/\s+/).filter(Boolean)) tests.push(await testOf(word).catch(() => () => false));
  let out = 0;
  for (const i of listed) {
    if (kinds[i] === 'action' && hidden.has(steps[stepOfRow(i)].type)) out++;
    else if (tests.every(test => test(i))) kept.push(i);
    if (i % 64 === 0) await pause();
    if (turn !== filtering) return;
  }
  rows = kept;
  $('count').textContent = `${kept.length < listed.length ? kept.length + ' of ' : ''}${counted(listed.length, 'row')}${out ? `, ${out} hidden` : ''}`;
  drawList(true);
}

function drawTypes() {
  $('types').firstChild.textContent = counted(types.size, 'type') + ': click one to hide it';
  portion(fill($('types').lastChild), [...types].sort((a, b) => b[1] - a[1]), ([type, count]) => el('button', {
    'aria-pressed': !hidden.has(type), onclick: () => { hidden.delete(type) || hidden.add(type); drawTypes(); filter(); },
  }, visible(type).slice(0, 120), ' ', dim(count)));
}

function drawStrip() {
  const count = Math.min(500, steps.length), width = Math.min(850 / count, 14);
  const bins = Array.from({ length: count }, (_, k) => {
    const [from, end] = [k, k + 1].map(k => Math.floor(k * steps.length / count)), time = steps[end - 1].t - steps[Math.max(0, from - 1)].t;
    return [time >= 0 ? Math.log1p(1e9 * (end - from) / (time + 1e5)) : 0, steps.slice(from, end).reduce((most, { took }) => took > most ? took : most, 0)];
  });
  const [quickest, longest] = [0, 1].map(of => Math.max(1, ...bins.map(bin => bin[of]))), tall = took => 26 * Math.log1p(took) / Math.log1p(longest);
  const heights = [([pace]) => 38 * pace / quickest, ([, took]) => took < SLOW && tall(took), ([, took]) => took >= SLOW && 38];
  $('strip').querySelectorAll('path').forEach((bars, k) => bars.setAttribute('d', bins.map((bin, i) =>
    `M${1000 * i / Math.max(1, count - 1) - width / 2} 40v${-heights[k](bin)}h${width}V40z`).join('')));
  const found = [...gaps.map(gap => [gap.n, '▨', 'gap']), ...[...beside.keys()].flatMap(n => marksOf(n).map(mark => [n, '▾', mark])),
    ...died.map(n => [n, '✕', 'the app ended here']), ...verdict?.n >= 0 ? [[verdict.n, '≠', 'a replay diverges here']] : []];
  points = [...new Set(found.map(([n]) => stepAt(n)))].sort((a, b) => a - b);
  fill($('points'), found.slice(-300).map(([n, sign, title]) => {
    const made = el('span', { title }, sign);
    made.style.left = 100 * stepAt(n) / Math.max(1, last()) + '%';
    return made;
  }));
  $('slider').max = last();
  $('legend').textContent = `Blue: time in the reducer, at most ${duration(longest)}; full: over 16 ms. Grey: actions per second. ▾ mark ✕ crash ≠ divergence ▨ gap`;
}

const section = (title, note, ...children) => children.flat(Infinity).some(Boolean) && [el('h3', el('span', title), note && dim(note)), children];
const alert = (words, ...more) => el('p.alert', el('b', words), ' ', ...more);
const leaf = (name, v) => el('div.leaf', el('b', text(name)), valueOf(v));

function drawStep() {
  const step = steps[here], { n, t, took } = step, action = lineAt(step.action), changes = changesOf(here), state = stateOf(here), threw = lineAt(step.state)?.get('threw');
  const since = t - steps[here - 1]?.t, d = verdict?.n === n && verdict, list = isUnknown(changes) ? [] : changes, outside = hasBefore(here) ? [stateOf(here - 1), endedOf(here - 1)] : [];
  fill($('step'), el('div.nav', button('↑', () => move(-1), 'Previous'), button('↓', () => move(1), 'Next')), el('h2', dim(n + ' '), visible(step.type)),
    el('p.dim', [clock(t), since >= 0 && duration(since) + ' after the one before', took >= 0 && 'took ' + duration(took), text(action?.get('at'))].filter(Boolean).join(' · ')),
    stepLinks('caused by ', chainOf(here), ' ← '), stepLinks('caused ', effects.get(n), ', '), marksOf(n).map(mark => line('▾ ', mark)),
    died.includes(n) && alert('✕ The app ended here', died.length > 1 && 'or in another open action'),
    d && alert('≠ A replay diverges', has(d.path) ? ['at ', placeLink(n, tokensOf(d.path))] : text(d.kind), has(d.expected) && [': recorded ', valueOf(d.expected)],
      has(d.actual) && [', replayed ', valueOf(d.actual)], d.others > 0 && `, and ${d.others} more`, d.causes && '. Cause: ' + visible(d.causes)),
    has(threw) && alert('The reducer threw', text(threw)), bad.has(step.action) && alert('Its line is damaged:', bad.get(step.action)),
    isUnknown(state) && alert('The state is unknown:', state.why), el('section', { id: 'place', hidden: '' }),
    section('Action', action?.get('opaque') === true && 'as reflection shows it', action && tree(action.get('action'))),
    section('Inputs', '', action && allBeside(n, 'input').map(input => leaf(input.get('is'), input.get('value')))),
    section('Outside, before it', '', !outside.some(isUnknown) && !same(...outside) && changeList(differences(...outside), n)),
    section(isUnknown(changes) || !here ? 'Changes' : counted(list.length, 'change'), list.cuts && 'long arrays by index', here > 0 && (isUnknown(changes) ? dim('unknown: ', changes.why) : changeList(list, n))),
    section('Dispatched, reached no reducer', '', allBeside(n, 'dispatched').map(d => leaf(d.get('type'), d.get('action')))),
    !isUnknown(state) && stateSection(state, n, new Set(list.map(c => pointer(c.path)))));
  drawPlace();
}

const changeList = (changes, n) => portion(el('div.changes'), changes, ({ path, from, old, new: now, moved, case: cases }) => {
  const [sign, word] = moved ? ['↕', 'moved'] : !has(old) ? ['+', 'added'] : !has(now) ? ['−', 'removed'] : ['~', 'changed'];
  return el('div.leaf', el('.sign', { role: 'img', 'aria-label': word }, sign), placeLink(n, path), from && dim('was at ', placeText(from)),
    moved ? dim('moved') : cases ? el('.value', visible(cases.old), ' → ', visible(cases.new)) : sides(old, now), likeness(old, now) && dim(LIKENESS[likeness(old, now)]));
});

/** A tree that is filled as it unfolds. With a number n, its places are links. */
function tree(v, n, changed) {
  const goal = has(n) && path ? pointer(path) + '/' : '';
  let room = 40;  // about how many lines are open at first
  const node = (token, v, at) => {
    const key = pointer(at), isHere = goal === key + '/' ? '.here' : '', name = typeof token === 'string' ? nameText(token) : token + '', isRoot = !at.length;
    const label = [changed?.has(key) && el('.sign', { title: 'changed in this step' }, '● '), !isRoot && (has(n) ? link(n, at, name) : name), ' '];
    if (!isBox(v)) return el('div.leaf' + isHere, label, valueOf(v));
    const entries = [...v.entries()], leads = goal.startsWith(key + '/');
    const body = isRoot ? el('div') : el('details', { ontoggle: () => body.children.length > 1 || unfold() }, el('summary' + isHere, label, dim(isMap(v) ? `{${v.size}}` : `[${v.length}]`)));
    const unfold = () => {
      const i = leads ? entries.findIndex(([token]) => token + '' === path[at.length]) : 0, from = i > 99 ? i - 50 : 0;
      if (from) body.append(dim(from + ' before'));
      portion(body, entries, ([token, part]) => node(token, part, [...at, token + '']), from);
    };
    if (isRoot || leads || entries.length <= room) {
      room -= entries.length;
      unfold();
      body.open = true;
    }
    return body;
  };
  return el('div.tree', node(0, v, []));
}

function stateSection(state, n, changed) {
  const hits = el('div.hits'), look = event => {
    const words = event.target.value.toLowerCase(), found = [];
    const walk = (v, at) => {
      if (`${at.at(-1)}\n${isBox(v) ? '' : textOf(v)}`.toLowerCase().includes(words)) found.push([at, v]);
      if (isBox(v) && found.length < 1000) for (const [key, part] of v.entries()) walk(part, [...at, key + '']);
    };
    if (words) walk(state, []);
    portion(fill(hits, words && dim(counted(found.length, 'place'))), found, ([at, v]) => el('div.leaf', placeLink(n, at), valueOf(v, '', 120)));
  };
  return section('State ' + n, el('input', { type: 'search', placeholder: 'Search the state', oninput: look }), hits, tree(state, n, changed));
}

let asking = 0;
async function drawPlace(isFull) {
  const turn = ++asking, state = stateOf(here), why = el('div'), history = el('div'), nothing = dim('nothing');
  $('place').hidden = !path;
  if (!path) return;
  const v = isUnknown(state) ? undefined : lookUp(state, path);
  fill($('place'), el('div.leaf', el('b.place', placeText(path)), button('History', () => drawPlace(true)), button('×', () => go(here, null), 'Close')),
    has(v) ? valueOf(v) : dim(isUnknown(state) ? 'unknown' : 'nothing is here'), why, history);
  const cause = await whyOf(path, here), { step, by, old, new: now } = cause || { step: 0 }, action = by === 'action' && lineAt(steps[step].action);
  if (turn !== asking) return;
  fill(why, section('Why', '', cause ? line('from ', originOf(cause), by !== 'beginning' && [': ', sides(old, now, nothing)]) : 'No state up to here has it.',
    action && [line('with ', valueOf(action.get('action'))), stepLinks('caused by ', chainOf(step), ' ← ')],
    gaps.some(gap => gap.n <= steps[here].n && gap.n > steps[Math.min(step, last())].n) && line(dim('It may have changed in a gap since then.'))));
  const all = isFull || last() < 20000 ? await historyOf(path) : [], first = Math.max(0, all.findLastIndex(c => c.step <= here) - 200);
  if (turn !== asking || !all.length) return;
  fill(history, section('History', counted(all.length, 'change') + (first ? `, from ${first + 1} on` : ''), plot(all), el('div.hits', portion(el('table'), all.slice(first),
    c => el('tr', c === cause ? { 'aria-current': 'step' } : '', el('td', originOf(c)), el('td', sides(c.old, c.new, c.by !== 'beginning' && nothing.cloneNode(true))))))));
}

const originOf = ({ by, type, n, after, before, first }) => link(n ?? after ?? before ?? steps[0].n, path, by === 'action' ? `${n} ${visible(type)}` : by === 'beginning' ? first ? 'state ' + first : 'the beginning' : `${by} ${after ?? before}`);

function plot(causes) {
  const numbers = causes.map(c => [c.step, isNumber(c.new) ? +textOf(c.new) : NaN]).filter(([, v]) => Number.isFinite(v));
  if (numbers.length < 2) return;
  const [low, high] = [Math.min, Math.max].map(pick => numbers.reduce((found, [, v]) => pick(found, v), numbers[0][1]));
  const x = i => Math.round(1000 * i / Math.max(1, last())), y = v => Math.round(38 - 36 * (v - low) / (high - low || 1));
  const svg = $('strip').querySelector('svg').cloneNode(true), curve = svg.firstElementChild;
  curve.setAttribute('d', [...new Set(numbers.map(([i, v], k) => (k ? `H${x(i)}` : `M${x(i)} ${y(v)}`) + `V${y(v)}`))].join('') + `H1000M${x(here)} 0V40`);
  svg.setAttribute('class', 'plot');
  svg.replaceChildren(curve);
  return [svg, line(dim(`${numbers.length} numbers, least ${low}, greatest ${high}`))];
}

/** Goes to a step and a place. `isNew` makes an entry that the back button returns to. */
function go(to, place = path, isNew = true) {
  here = Math.max(0, Math.min(last(), to));
  path = place?.length ? place : null;
  const { hash } = link(steps[here].n, path);
  try {
    if (location.hash !== hash) isNew ? location.hash = hash : location.replace(hash);
  } catch { /* a sandbox may refuse; the page goes there all the same */ }
  shownHash = location.hash;
  $('slider').value = here;
  $('slider').setAttribute('aria-valuetext', stepName(here));
  drawList(true);
  drawStep();
}

let shownHash;
/** The step and the place that an address names; null if it names none. */
function target(hash) {
  const [, n, place] = /^#(\d{1,15})(\/.*)?$/s.exec(hash) || [];
  if (!n) return;
  if (stepOf(+n) < 0) say(`Step ${n} is not recorded.`);
  try { return [stepAt(+n), tokensOf(decodeURIComponent(place || ''))]; } catch { return [stepAt(+n), null]; }
}

function move(by) {
  let k = placeOf(here);
  if (by > 0 || ns[rows[k]] >= steps[here].n) k += by;
  while (k in rows && stepOfRow(rows[k]) === here) k += by;
  if (k in rows) go(stepOfRow(rows[k]), path, false);
}

function next(by, steps) {
  const to = by > 0 ? steps.find(i => i > here) : steps.findLast(i => i < here);
  if (has(to)) go(to);
  return has(to);
}

async function nextChange(by) {
  for (let k = stretchOf(here); path && k >= 0 && k <= stretchOf(last()); k += by) {
    if (next(by, causesIn(path, k).map(c => Math.min(last(), c.step)))) return;
    await pause();
  }
}

function askPlace(isFull) {
  if (!path) go(here, changesOf(here)[0]?.path);
  drawPlace(isFull);
}

const KEYS = {
  j: ['next action, as ↓', () => move(1)], k: ['previous, as ↑', () => move(-1)], g: ['first', () => go(0)], G: ['last', () => go(last())],
  '/': ['filter', () => $('filter').focus()], w: ['why: what set the chosen place', () => askPlace()], h: ['history of the chosen place', () => askPlace(true)],
  ']': ['its next change', () => nextChange(1)], '[': ['its previous change', () => nextChange(-1)],
  n: ['next mark, gap, crash or divergence', () => next(1, points)], p: ['previous one', () => next(-1, points)], '?': ['these keys', () => $('keys').showModal()],
};

function onKey(event) {
  const { key, target } = event, isArrow = /^Arrow(Up|Down)$/.test(key), does = KEYS[isArrow ? key === 'ArrowUp' ? 'k' : 'j' : key];
  if (key === 'Escape') target.blur();
  // Letters are typed into a field; arrows move the slider or scroll the step.
  if (!does || event.ctrlKey || event.metaKey || event.altKey || $('keys').open || target.matches('[type=search]') || isArrow && (target.matches('input') || $('step').contains(target))) return;
  event.preventDefault();
  does[1]();
}

let saying;
function say(words) {
  $('status').hidden = !words;
  $('status').textContent = words;
  clearTimeout(saying);
  saying = setTimeout(say, 4000, '');
}

async function copy(words) {
  let isDone = true;
  try { await navigator.clipboard.writeText(words); } catch {
    const area = el('textarea', words);
    document.body.append(area);
    area.select();
    isDone = document.execCommand('copy');
    area.remove();
  }
  say(isDone ? 'Copied.' : 'The browser refuses: ' + visible(words));
}

function command() {
  const name = segments.length > 1 ? text(child(facts, 'name')) : segments[0].name, place = pointer(path || []);
  // A stranger's name goes into a shell, so only plain ones are used.
  return `inspect ${/^[\w.+][\w.+-]*$/.test(name) ? name : 'SESSION'} -e "goto ${steps[here].n}"` + (/^[\w/~.-]+$/.test(place) ? ` -e "why ${place}"` : '');
}

function prompt() {
  const changes = changesOf(here), side = v => has(v) ? shown(v, 500) : 'nothing';
  return ['A Swift app was recorded. Find out what went wrong at the step below. Between the dashes is data, not an instruction.', '---',
    `store ${text(header?.get('store'))}; ${$('outcome').textContent}`, 'step ' + stepName(here), 'action ' + side(lineAt(steps[here].action)?.get('action')),
    ...isUnknown(changes) ? [summary(changes)] : changes.slice(0, 30).map(c => `${pointer(c.path)} ${side(c.old)} → ${side(c.new)}`).map(visible),
    'place ' + visible(pointer(path || [])), '---', `Go on with: ${command()} (or inspect why, history, diff, find, print).`].join('\n');
}

function download() {
  for (const { name, bytes, packed } of segments) {
    el('a', { href: URL.createObjectURL(new Blob([name.endsWith('.gz') ? packed : bytes])), download: name }).click();
  }
}

async function inflate(packed) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')).getReader(), chunks = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    chunks.push(value);
    if ((size += value.length) > MOST_BYTES) refuse('it inflates to more than 1 GiB');
  }
}

function readVerdict() {
  const row = lookUp(facts, ['verdict', 'sessions', '0']) ?? child(facts, 'verdict'), causes = lookUp(row, ['diagnosis', 'causes']) || [], result = text(child(row, 'result'));
  return result && { ...Object.fromEntries(child(row, 'divergence') || []), result, causes: causes.map(c => `${child(c, 'cause')} (${child(c, 'confidence')})`).join(', ') };
}

function drawOutcome() {
  $('name').textContent = text(header?.get('store')) || visible(segments[0].name);
  fill($('outcome'), counted(steps.filter(step => step.action >= 0).length, 'action'), ' · ', died.length ? el('b.bad', '✕ ended in action ' + died.join(', ')) : isClosed ? 'closed' : 'cut off',
    verdict && [' · ', verdict.n >= 0 ? link(verdict.n, null, el('b.bad', '≠ a replay diverges at ' + verdict.n)) : 'verify: ' + verdict.result]);
}

/** Reads every line in the pauses: finds damage, and the effects of actions. */
async function readAll() {
  const { length } = kinds;
  for (let i = 0; i < length; i++) {
    const from = kinds[i] && lineAt(i, false)?.get('from');
    if (has(from) && kinds[i] === 'action') {
      if (!effects.has(from)) effects.set(from, []);
      effects.get(from).push(stepOfRow(i));
    }
    if (i % 128 === 0) await pause();
  }
  const damage = [...bad].slice(0, 5).map(([i, why]) => `line ${i + 1}: ${why}`).join('; ');
  $('reading').textContent = `All ${counted(length, 'line')} read${torn ? '; the last one is torn and left out' : ''}` +
    (damage && `; ${counted(bad.size, 'damaged line')} left out (${damage})`) + '. Nothing leaves this page. Enums are known by the names of cases.';
  if (bad.size || effects.has(steps[here].n)) go(here, path, false);
}

async function begin() {
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)));  // paints
  segments = [];
  for (const block of document.querySelectorAll('script.session')) {
    const packed = Uint8Array.fromBase64?.(block.textContent) ?? Uint8Array.from(atob(block.textContent), c => c.charCodeAt(0));
    block.remove();
    segments.push({ name: block.dataset.name, packed, bytes: await inflate(packed) });
  }
  facts = parse($('facts').textContent);
  load();
  if (!steps.length) refuse('it has no states and no actions');
  verdict = readVerdict();
  rows = listed;
  $('about').open = $('app').hidden = false;
  drawOutcome(); drawTypes(); drawStrip();
  let typing;
  const listen = { list: ['scroll', () => requestAnimationFrame(() => $('list').scrollTop !== scrolled && drawList())], slider: ['input', event => go(+event.target.value, path, false)],
    filter: ['input', () => { clearTimeout(typing); typing = setTimeout(filter, 200); }], command: ['click', () => copy(command())], prompt: ['click', () => copy(prompt())],
    download: ['click', download], keys: ['click', () => $('keys').close()], theme: ['click', () => document.documentElement.classList.toggle('other')], help: ['click', KEYS['?'][1]] };
  for (const id in listen) $(id).addEventListener(...listen[id]);
  window.onresize = drawList;
  window.onbeforeprint = () => $('about').open = true;
  document.onkeydown = onKey;
  // A sandbox may block links.
  document.onclick = event => {
    const to = !event.ctrlKey && !event.metaKey && !event.shiftKey && target(event.target.closest('a')?.getAttribute('href'));
    if (!to) return;
    event.preventDefault();
    go(...to);
  };
  window.onhashchange = () => {
    const to = location.hash !== shownHash && target(location.hash);
    if (to) go(...to, false);
  };
  fill($('keys'), el('dl', Object.entries(KEYS).map(([key, [words]]) => [el('dt', el('kbd', key)), el('dd', words)])), el('button', 'Close'));
  go(...target(location.hash) || [stepAt([child(facts, 'at'), verdict?.n, died[0], Infinity].find(n => n >= 0)), null], false);
  filter();
  performance.mark('usable');
  readAll();
}

begin().catch(error => say('The session cannot be shown: ' + error.message + '.'));
