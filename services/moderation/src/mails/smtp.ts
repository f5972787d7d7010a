import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Delivery, deliveryAfter } from './rules/delivery.js'
import type { Letter } from './rules/letter.js'

/** Sends letters; replaceable in tests. */
export interface MailPort {
  /** Sends a letter within {@link SEND_WITHIN_MS}. Never rejects. */
  send(letter: Letter & { readonly id: string; readonly to: string }): Promise<Delivery>
}

export const SEND_WITHIN_MS = 30_000

export interface SmtpOptions {
  /** Address with smtps://, or smtp:// with STARTTLS. */
  readonly url: string
  readonly requireTls: boolean
  readonly from: string
  readonly replyTo: string
}

const CONNECT_WITHIN_MS = 5_000
/** Some servers delay unknown clients. */
const GREETING_WITHIN_MS = 10_000

/** Nodemailer's transport does not report whether the text was being sent. */
export function createSmtpMail({ url, requireTls, from, replyTo }: SmtpOptions): MailPort {
  const { options, auth } = readSmtpUrl(url, requireTls)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    async send({ id, to, subject, text }) {
      const composed = new MailComposer({
        // Objects, so that an address is never parsed as two.
        from: { name: 'Kla', address: from },
        to: { name: '', address: to },
        ...(replyTo === '' ? {} : { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        textEncoding: 'quoted-printable' as const,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const bytes = await composed.compile().build()
      return sendMessage(new SMTPConnection(options), { envelope: { from, to }, bytes, auth })
    },
  }
}

function readSmtpUrl(url: string, requireTls: boolean) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    options: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      requireTLS: !secure && requireTls,
      tls: { minVersion: 'TLSv1.2' as const },
      dnsTimeout: CONNECT_WITHIN_MS,
      connectionTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: GREETING_WITHIN_MS,
      socketTimeout: SEND_WITHIN_MS,
      maxResponseSize: 64 * 1024,
    },
    auth: user === '' ? undefined : { user, pass, credentials: { user, pass } },
  }
}

interface MessageToSend {
  readonly envelope: { readonly from: string; readonly to: string }
  readonly bytes: Buffer
  readonly auth: ReturnType<typeof readSmtpUrl>['auth']
}

const sendMessage = (connection: SMTPConnection, { envelope, bytes, auth }: MessageToSend): Promise<Delivery> =>
  new Promise((resolve) => {
    let bodyBegun = false
    const body = new Readable({
      read() {
        bodyBegun = true
        this.push(bytes)
        this.push(null)
      },
    })
    const failed = (error: { readonly command?: string | undefined; readonly responseCode?: number | undefined }) => {
      clearTimeout(limit)
      connection.close()
      // The server's text names addresses, so only the code is used.
      resolve(deliveryAfter({ bodyBegun, command: error.command, responseCode: error.responseCode }))
    }
    const limit = setTimeout(() => failed({}), SEND_WITHIN_MS)
    const send = () =>
      connection.send({ from: envelope.from, to: [envelope.to] }, body, (error) => {
        if (error) return failed(error)
        clearTimeout(limit)
        connection.quit()
        resolve({ kind: 'taken' })
      })
    connection.on('error', failed)
    connection.connect((error) => {
      if (error) return failed(error)
      if (!auth) return send()
      connection.login(auth, (refused) => (refused ? failed(refused) : send()))
    })
  })
