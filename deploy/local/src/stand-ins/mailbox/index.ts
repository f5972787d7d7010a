import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { SMTPServer } from 'smtp-server'

/** Mail as `/mails` lists it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Keys are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly text: string
  readonly raw: string
}

/** Parses one plain-text part with an ASCII subject. */
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

export interface MailboxStandInOptions {
  readonly smtpPort: number
  readonly port: number
  readonly host?: string
}

/** Failures that a test can request. */
export interface MailboxControl {
  readonly mails: readonly ReceivedMail[]
  /** Refuses the recipient, or the data. */
  refuseNext(mails: number, code: number, at: 'addressee' | 'end'): void
  takeSilentlyNext(mails: number): void
  cutNext(mails: number): void
}

/** Running mail server, with its controls. */
export interface MailboxStandIn {
  readonly smtpUrl: string
  /** `GET /mails?to=`: JSON, newest first. */
  readonly url: string
  readonly port: number
  readonly control: MailboxControl
  close(): Promise<void>
}

const MAILS_KEPT = 1_000

/** Keeps the last mails and delivers none. */
export async function startMailboxStandIn(options: MailboxStandInOptions): Promise<MailboxStandIn> {
  const { host = '127.0.0.1' } = options
  const mails: ReceivedMail[] = []
  const fault = createFaults()

  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onRcptTo(_address, session, callback) {
      if (fault.cuts()) return cut(smtp, session.id)
      callback(fault.refusal('addressee'))
    },
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope
      const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
      text(stream).then((raw) => {
        const refused = fault.refusal('end')
        if (refused) return callback(refused)
        mails.push(readMail(raw, envelope))
        if (mails.length > MAILS_KEPT) mails.shift()
        if (fault.silent()) return cut(smtp, session.id)
        callback()
      }, callback)
    },
  })
  smtp.on('error', () => undefined)
  smtp.listen(options.smtpPort, host)
  await once(smtp.server, 'listening')

  const app = fastify({ forceCloseConnections: true })
  app.get<{ Querystring: { to?: string } }>('/mails', async ({ query: { to } }) =>
    mails
      .filter((mail) => to === undefined || mail.to.includes(to))
      .map(({ raw: _raw, ...shown }) => shown)
      .reverse(),
  )
  await app.listen({ port: options.port, host })
  const portOf = (address: AddressInfo | string | null): number => (address as AddressInfo).port
  const port = portOf(app.server.address())
  return {
    smtpUrl: `smtp://${host}:${portOf(smtp.server.address())}`,
    url: `http://${host}:${port}`,
    port,
    control: { mails, ...fault.control },
    async close() {
      await app.close()
      await new Promise<void>((resolve) => smtp.close(resolve))
    },
  }
}

function cut(smtp: SMTPServer, session: string): void {
  for (const connection of smtp.connections) if (connection.id === session) connection.close()
}

function createFaults() {
  let refusing: { mails: number; readonly code: number; readonly at: 'addressee' | 'end' } | undefined
  let silently = 0
  let cutting = 0
  return {
    control: {
      refuseNext: (mails: number, code: number, at: 'addressee' | 'end') => {
        refusing = { mails, code, at }
      },
      takeSilentlyNext: (mails: number) => {
        silently = mails
      },
      cutNext: (mails: number) => {
        cutting = mails
      },
    },
    refusal(at: 'addressee' | 'end'): Error | null {
      if (refusing?.at !== at || refusing.mails-- <= 0) return null
      return Object.assign(new Error('as a test'), { responseCode: refusing.code })
    },
    silent: () => silently-- > 0,
    cuts: () => cutting-- > 0,
  }
}
