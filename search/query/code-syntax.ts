/** Removes program code from a query: SQL, HTML, paths and templates, whose words would find care ("drop" is also a weak foot). */

const sql = [
  '(?:drop|truncate|alter|create|attach)\\s+(?:table|database|schema|user)\\b(?:\\s+[\\w.]{1,64})?',
  'union\\s+(?:all\\s+)?select\\b[^;]{0,80}\\bfrom\\s+[\\w.]{1,64}',
  'select\\s+[\\w.]{1,64}\\s+from\\s+[\\w.]{1,64}(?:\\s+where\\b[^;]{0,120})?(?=\\s*(?:;|--|$))',
  'select\\s+\\*\\s+from\\s+[\\w.]{1,64}(?:\\s+where\\b[^;]{0,120})?',
  '(?:delete\\s+from|insert\\s+into)\\s+[\\w.]{1,64}(?=\\s*(?:;|--|$|where\\b|values\\b|\\())[^;]{0,120}',
  '\\bor\\s+[\'"]?(\\w{1,8})[\'"]?\\s*=\\s*[\'"]?\\1\\b[\'"]?',
]
const markup = [
  '<script\\b[^<]{0,200}(?:<\\/script\\s{0,4}>)?',
  '<\\/?[a-z][a-z0-9-]{0,20}(?:\\s[^<>]{0,200})?\\/?>',
  'javascript:\\S{0,200}',
]
const paths = [
  '(?:\\.{1,2}[\\\\/]){1,20}\\S{0,200}',
  '(?<![\\w/])\\/(?:etc|bin|usr|var|proc|tmp|root|dev)\\/\\S{0,200}',
  '(?<!\\d)%[0-9a-f]{2}\\S{0,200}',
]
const templates = ['\\$\\{[^}]{0,200}\\}?', '\\{\\{[^}]{0,200}(?:\\}\\})?', '\\$\\([^)]{0,200}\\)?']

const code = new RegExp([...sql, ...markup, ...paths, ...templates].join('|'), 'giu')

/** Every kind of code has one of these characters or words, and few queries do. */
const codeSign =
  /[<{$%\\=]|\.\/|\/(?:etc|bin|usr|var|proc|tmp|root|dev)\/|\b(?:table|database|schema|user|select|script|delete|insert)\b|javascript:/iu

export function withoutCode(text: string): string {
  return codeSign.test(text) ? text.replaceAll(code, ' ') : text
}
