const MEDIA = /^m=([a-z]{1,20}) (\d{1,5}) /
const SENDS = /^a=\s*(sendrecv|sendonly)\b/i
const RECEIVES = /^a=(recvonly|inactive)$/
const STREAMS: ReadonlySet<string> = new Set(['audio', 'video'])

/**
 * The description, line by line, if whoever wrote it only receives: every section is audio or video and says so itself,
 * as without a direction it would send (RFC 8866, section 6.7); sections that are refused (port 0) may be of any kind.
 * Undefined otherwise. A data channel has no direction, so there is none.
 */
export function receiveOnlySdp(sdp: string): string | undefined {
  const lines = sdp.split(/\r\n|\r|\n/).filter((line) => line !== '')
  if (lines.some((line) => SENDS.test(line))) return undefined
  const starts = lines.flatMap((line, at) => (line.startsWith('m=') ? [at] : []))
  const sections = starts.map((start, index) => lines.slice(start, starts[index + 1]))
  return sections.every(receivesOnly) ? `${lines.join('\r\n')}\r\n` : undefined
}

function receivesOnly([first = '', ...lines]: readonly string[]): boolean {
  const [, kind = '', port = ''] = MEDIA.exec(first) ?? []
  if (kind === '') return false
  return Number(port) === 0 || (STREAMS.has(kind) && lines.some((line) => RECEIVES.test(line)))
}
