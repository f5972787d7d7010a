/** A letter as the mail server got it. */
export interface ReceivedMail {
  /** Of the envelope: what decides where it goes. */
  readonly from: string
  readonly to: readonly string[]
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly text: string
  /** As it came over the wire. */
  readonly raw: string
}

/** Reads what Kla sends: one part of plain text, with a subject in ASCII. */
export function readMail(raw: string, { from, to }: Pick<ReceivedMail, 'from' | 'to'>): ReceivedMail {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const text = decode(rest.join('\r\n\r\n'), headers['content-transfer-encoding'] ?? '7bit')
  return { from, to, headers, subject: headers['subject'] ?? '', text: text.replaceAll('\r\n', '\n').trimEnd(), raw }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_found, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
