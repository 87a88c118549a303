/** Requests that break the rules of HTTP itself (asvs 42): smuggling, folding, bare line ends, endless or empty parts. */

const HOST = "Host: localhost\r\n";
const post = (head: string, body = "") => `POST /api/login HTTP/1.1\r\n${HOST}${head}\r\n${body}`;

export const malformedRequests: readonly { what: string; bytes: string }[] = [
  {
    what: "two ways of saying the length",
    bytes: post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\nGET"),
  },
  { what: "two lengths", bytes: post("Content-Length: 4\r\nContent-Length: 5\r\n", "{}{}") },
  { what: "a length that is no number", bytes: post("Content-Length: +4\r\n", "{}{}") },
  { what: "a negative length", bytes: post("Content-Length: -1\r\n") },
  { what: "a folded header", bytes: post("X-A: 1\r\n 2\r\n") },
  { what: "a bare line feed", bytes: "GET /api/health HTTP/1.1\nHost: x\n\n" },
  { what: "a space before the colon", bytes: post("Content-Length : 2\r\n", "{}") },
  { what: "a byte of zero in a header", bytes: post("X-A: \0\r\n") },
  { what: "no host", bytes: "GET /api/health HTTP/1.1\r\n\r\n" },
  { what: "two hosts", bytes: "GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n X: 1\r\n\r\n" },
  {
    what: "a chunk of a wrong size",
    bytes: post("Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n", "zz\r\n{}\r\n"),
  },
  {
    what: "a strange encoding",
    bytes: post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"),
  },
  { what: "a made-up verb", bytes: `FETCH /api/user HTTP/1.1\r\n${HOST}\r\n` },
  { what: "headers without end", bytes: post(`X-A: ${"a".repeat(20_000)}\r\n`) },
  { what: "no HTTP at all", bytes: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" },
  { what: "HTTP of another age", bytes: `GET / HTTP/9.9\r\n${HOST}\r\n` },
];
