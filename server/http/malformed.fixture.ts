/** For tests: HTTP messages that the server rejects, each with the status and error code of its single response. */
import { get, post } from './small-server.fixture.ts'

type MalformedMessage = readonly [title: string, message: string, status: number, code: string]

const chunked = 'Transfer-Encoding: chunked'
const lastChunk = '0\r\n\r\n'

/** Request smuggling: conflicting or ambiguous body lengths (RFC 9112, sections 6 and 7). */
const framing: Readonly<Record<string, string>> = {
  'Content-Length and Transfer-Encoding': post(`Content-Length: 4\r\n${chunked}`, lastChunk),
  'Transfer-Encoding and Content-Length': post(`${chunked}\r\nContent-Length: 4`, lastChunk),
  'two Content-Lengths': post('Content-Length: 2\r\nContent-Length: 3', '{}'),
  'the same Content-Length twice': post('Content-Length: 2\r\nContent-Length: 2', '{}'),
  'a list of Content-Lengths': post('Content-Length: 2, 2', '{}'),
  'a signed Content-Length': post('Content-Length: +2', '{}'),
  'a negative Content-Length': post('Content-Length: -2', '{}'),
  'a hexadecimal Content-Length': post('Content-Length: 0x2', '{}'),
  'an empty Content-Length': post('Content-Length:', ''),
  'a Content-Length that overflows': post('Content-Length: 18446744073709551618', '{}'),
  'an unknown Transfer-Encoding': post('Transfer-Encoding: xchunked', '{}'),
  'chunked twice': post(`${chunked}\r\n${chunked}`, lastChunk),
  'chunked twice in one line': post('Transfer-Encoding: chunked, chunked', lastChunk),
  'chunked, then another encoding': post('Transfer-Encoding: chunked, identity', lastChunk),
  'another encoding, then chunked': post('Transfer-Encoding: identity, chunked', lastChunk),
  'a compressed Transfer-Encoding': post('Transfer-Encoding: gzip, chunked', lastChunk),
  'identity as Transfer-Encoding': post('Transfer-Encoding: identity', ''),
  'a quoted Transfer-Encoding': post('Transfer-Encoding: "chunked"', lastChunk),
  'an empty Transfer-Encoding': post('Transfer-Encoding:', ''),
  'a vertical tab before chunked': post('Transfer-Encoding: \vchunked', lastChunk),
  'a Transfer-Encoding after a bare line feed': post(`X: x\n${chunked}`, lastChunk),
  'a Transfer-Encoding after a bare carriage return': post(`X: x\r${chunked}`, lastChunk),
  'a space before the colon of Transfer-Encoding': post('Transfer-Encoding : chunked', lastChunk),
  'a chunk size that overflows': post(chunked, 'fffffffffffffffff\r\n'),
  'a signed chunk size': post(chunked, `+2\r\n{}\r\n${lastChunk}`),
  'a chunk size with 0x': post(chunked, `0x2\r\n{}\r\n${lastChunk}`),
  'a space before a chunk size': post(chunked, ` 2\r\n{}\r\n${lastChunk}`),
  'a chunk that is longer than its stated size': post(chunked, `2\r\n{}}\r\n${lastChunk}`),
  'chunks between bare line feeds': post(chunked, '2\n{}\n0\n\n'),
  'a bare line feed after a chunk extension': post(chunked, `2;a=b\n{}\r\n${lastChunk}`),
  'a chunk extension of a megabyte': post(chunked, `1;${'x'.repeat(1_000_000)}`),
  'GET with a body': get('/thing', 'Content-Length: 2').replace(/$/, '{}'),
  'GET with chunks': `${get('/thing', chunked)}${lastChunk}`,
}

const requestHead: Readonly<Record<string, string>> = {
  'no Host': 'GET /thing HTTP/1.1\r\n\r\n',
  'two Hosts': get('/thing', 'Host: b'),
  'the same Host twice': get('/thing', 'Host: a'),
  'Host with user information': get('/thing').replace('Host: a', 'Host: me@a'),
  'Host with a path': get('/thing').replace('Host: a', 'Host: a/b'),
  'Host with a query': get('/thing').replace('Host: a', 'Host: a?b'),
  'Host with a scheme': get('/thing').replace('Host: a', 'Host: http://a'),
  'Host with a space': get('/thing').replace('Host: a', 'Host: a b'),
  'Host with two names': get('/thing').replace('Host: a', 'Host: a, b'),
  'Host with an invalid port': get('/thing').replace('Host: a', 'Host: a:b'),
  'Host with an IPv6 address without brackets': get('/thing').replace('Host: a', 'Host: ::1'),
  'a folded header': get('/thing', 'X: 1\r\n 2'),
  'a folded first header': 'GET /thing HTTP/1.1\r\n Host: a\r\n\r\n',
  'bare line feeds': 'GET /thing HTTP/1.1\nHost: a\n\n',
  'a bare line feed in a header': get('/thing', 'X: 1\nY: 2'),
  'a bare carriage return in a header': get('/thing', 'X: 1\rY: 2'),
  'a space before the colon': get('/thing', 'X : 1'),
  'a header without a colon': get('/thing', 'X'),
  'a header without a name': get('/thing', ': 1'),
  'a NUL in a header': get('/thing', 'X: \0'),
  'a NUL in the path': get('/th\0ing'),
  garbage: 'hello\r\n\r\n',
  'the HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'an unknown version': get('/thing').replace('1.1', '9.9'),
  'a request line without a version': 'GET /thing\r\n\r\n',
  'an unknown method': get('/thing').replace('GET', 'FOO'),
  'a method in lower case': get('/thing').replace('GET', 'get'),
  'a path that does not begin with a slash': get('thing'),
}

function badRequests(messages: Readonly<Record<string, string>>): readonly MalformedMessage[] {
  return Object.entries(messages).map(([title, message]) => [title, message, 400, 'bad_request'])
}

export const malformed: readonly MalformedMessage[] = [
  ...badRequests(framing),
  ...badRequests(requestHead),
  ['an unknown Expect', get('/thing', 'Expect: nonsense'), 417, 'expectation_failed'],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 405, 'method_not_allowed'],
  ['a URL of 8 KB and one byte', get(`/${'x'.repeat(8 * 1024)}`), 414, 'uri_too_long'],
  ['a URL of 20 KB', get(`/thing?${'x'.repeat(20_000)}`), 414, 'uri_too_long'],
  ['a header of 20 KB', get('/thing', `X: ${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
  ['a header name of 20 KB', get('/thing', `${'x'.repeat(20_000)}: 1`), 431, 'headers_too_large'],
  ['3,000 headers', get('/thing', numberedHeaders(3000)), 431, 'headers_too_large'],
  // Node ignores headers after the 2,000th unless the server rejects the request first.
  [
    'a Host after 2,000 short headers',
    get('/thing', `${'a:\r\n'.repeat(2000)}Host: b`),
    431,
    'headers_too_large',
  ],
  ['a cookie of 16 KB', get('/thing', `Cookie: ${'x'.repeat(16_384)}`), 431, 'headers_too_large'],
  ['a trailer of 20 KB', post(chunked, `0\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`), 431, 'headers_too_large'],
  ['a body over the maximum size', post('Content-Length: 65537', 'x'), 413, 'payload_too_large'],
  [
    'Expect: 100-continue with a body over the maximum size',
    post('Content-Length: 65537\r\nExpect: 100-continue', ''),
    413,
    'payload_too_large',
  ],
  [
    'Expect: 100-continue at an unknown path',
    post('Content-Length: 2\r\nExpect: 100-continue', '', undefined, '/nowhere'),
    404,
    'not_found',
  ],
  [
    'Expect: 100-continue at a route with only GET',
    post('Content-Length: 2\r\nExpect: 100-continue', '', undefined, '/thing'),
    405,
    'method_not_allowed',
  ],
  [
    'Expect: 100-continue with a compressed body',
    post('Content-Length: 2\r\nContent-Encoding: gzip\r\nExpect: 100-continue', ''),
    415,
    'unsupported_media_type',
  ],
  [
    'Expect: 100-continue with a body of an unsupported media type',
    post('Content-Length: 2\r\nExpect: 100-continue', '', 'text/plain'),
    415,
    'unsupported_media_type',
  ],
  [
    'Expect: 100-continue with a body without a media type',
    post('Content-Length: 2\r\nExpect: 100-continue', '').replace('Content-Type: application/json\r\n', ''),
    415,
    'unsupported_media_type',
  ],
  ['chunks over the maximum size', post(chunked, `10001\r\n${'x'.repeat(65_537)}`), 413, 'payload_too_large'],
  ...['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'].map(
    (coding) =>
      [
        `a body in ${coding}`,
        post(`Content-Length: 2\r\nContent-Encoding: ${coding}`, '{}'),
        415,
        'unsupported_media_type',
      ] as const,
  ),
  [
    'a body of an unsupported media type',
    post('Content-Length: 2', '{}', 'text/plain'),
    415,
    'unsupported_media_type',
  ],
  [
    'a body in UTF-7',
    post('Content-Length: 2', '{}', 'application/json; charset=utf-7'),
    415,
    'unsupported_media_type',
  ],
  [
    'POST to a route with only GET',
    post('Content-Length: 2', '{}', undefined, '/thing'),
    405,
    'method_not_allowed',
  ],
]

/** The length of each body is correct, so the server can find the start of the next message. */
export const invalidBodies: readonly MalformedMessage[] = [
  ['broken JSON', post('Content-Length: 1', '{'), 400, 'bad_request'],
  ['a body with __proto__', post('Content-Length: 16', '{"__proto__":{}}'), 400, 'bad_request'],
]

function numberedHeaders(count: number): string {
  return Array.from({ length: count }, (_, n) => `X-${n}: 1`).join('\r\n')
}
