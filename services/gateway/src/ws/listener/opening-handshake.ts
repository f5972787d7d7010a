/** Refusal of an upgrade; the headers belong to the response. */
export interface UpgradeRefusal {
  readonly status: '400 Bad Request' | '403 Forbidden' | '426 Upgrade Required' | '429 Too Many Requests'
  readonly headers?: Readonly<Record<string, string>>
}

/** The only version: RFC 6455, section 4.1. */
const VERSION = '13'
/** Sixteen bytes in base64: RFC 6455, section 4.2.1. */
const KEY = /^[+/0-9A-Za-z]{21}[AQgw]==$/

/**
 * Checks a handshake by RFC 6455, sections 4.2.1 and 4.4. Subprotocols are not refused: the response names none, and a
 * client that needs one closes the connection.
 */
export function handshakeFault({ version, key }: { version: string; key: string }): UpgradeRefusal | undefined {
  if (version !== VERSION) return { status: '426 Upgrade Required', headers: { 'Sec-WebSocket-Version': VERSION } }
  if (!KEY.test(key)) return { status: '400 Bad Request' }
  return undefined
}
