import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { deliveryAfter, type Delivery } from './rules/delivery.js'
import type { Letter } from './rules/letter.js'

/** The way to a mail server. */
export interface MailPort {
  /** Hands one letter over. Never rejects; resolves within {@link SEND_WITHIN_MS}. */
  send(letter: Letter & { readonly id: string; readonly to: string }): Promise<Delivery>
}

/** Connecting, signing in and handing over together, milliseconds. */
export const SEND_WITHIN_MS = 30_000

export interface SmtpOptions {
  /** smtps://, or smtp:// where TLS begins with STARTTLS; with user and password if need be. */
  readonly url: string
  /** Whether nothing is said to a server that does not begin TLS. */
  readonly requireTls: boolean
  /** The address that letters come from. */
  readonly from: string
  /** Where answers go; empty: nowhere in particular. */
  readonly replyTo: string
}

const CONNECT_WITHIN_MS = 10_000

/**
 * Letters over SMTP, each on a connection of its own. nodemailer's connection rather than its transport: only that tells
 * whether the server has begun to get the letter, without which a lost connection says nothing.
 */
export function createSmtpMail({ url, requireTls, from, replyTo }: SmtpOptions): MailPort {
  const { options, auth } = readSmtpUrl(url, requireTls)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    async send({ id, to, subject, text }) {
      const composed = new MailComposer({
        // As objects, so that nothing in an address is read as a second one.
        from: { name: 'Kla', address: from },
        to: { name: '', address: to },
        ...(replyTo === '' ? {} : { replyTo: { name: '', address: replyTo } }),
        ...{ subject, text, textEncoding: 'quoted-printable' as const },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...{ disableFileAccess: true, disableUrlAccess: true },
      })
      const bytes = await composed.compile().build()
      return handOver(new SMTPConnection(options), { envelope: { from, to }, bytes, auth })
    },
  }
}

/** What a connection needs of the address of a mail server. */
function readSmtpUrl(url: string, requireTls: boolean) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    options: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      ...{ secure, requireTLS: !secure && requireTls, tls: { minVersion: 'TLSv1.2' as const } },
      ...{ dnsTimeout: CONNECT_WITHIN_MS, connectionTimeout: CONNECT_WITHIN_MS, greetingTimeout: CONNECT_WITHIN_MS },
      ...{ socketTimeout: SEND_WITHIN_MS, maxResponseSize: 64 * 1024 },
    },
    auth: user === '' ? undefined : { user, pass, credentials: { user, pass } },
  }
}

interface Handed {
  readonly envelope: { readonly from: string; readonly to: string }
  readonly bytes: Buffer
  readonly auth: ReturnType<typeof readSmtpUrl>['auth']
}

const handOver = (connection: SMTPConnection, { envelope, bytes, auth }: Handed): Promise<Delivery> =>
  new Promise((resolve) => {
    let bodyBegun = false
    // Read only when the server has agreed to take a letter.
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
      // The first answer holds. Of what the server said, the code alone: its words name addresses.
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
