export const REALTIME_PATH = '/realtime'
/** Marks upgrades that this process forwards itself. */
export const SPLICE_MARK_HEADER = 'x-kla-splice'

/** Builds a refusal; `status`: code and phrase. */
export function refusalText(status: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Connection: 'close', 'Content-Length': '0', ...headers })
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}
