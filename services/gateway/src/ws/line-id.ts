import { hash } from 'node:crypto'

/**
 * The id of a chat line, a UUID (RFC 9562, version 8): the same when its sender repeats the command at another gateway,
 * so that those who are shown both drop one. Different text is a different line, whatever id its command claims.
 */
export function lineIdOf(line: { readonly accountId: number; readonly commandId: string; readonly message: string }): string {
  const hex = hash('sha256', JSON.stringify([line.accountId, line.commandId.toLowerCase(), line.message]))
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
