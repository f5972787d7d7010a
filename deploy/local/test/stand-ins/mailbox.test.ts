import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type MailboxStandIn, startMailboxStandIn } from '../../src/stand-ins/mailbox/index.js'
import { handIn } from './hand-in-mail.js'

let mailbox: MailboxStandIn
beforeEach(async () => {
  mailbox = await startMailboxStandIn({ smtpPort: 0, port: 0 })
})
afterEach(() => mailbox.close())

const send = (to: string, lines: readonly string[] = ['Subject: Hello', '', 'there']): Promise<string[]> =>
  handIn({ port: Number(new URL(mailbox.smtpUrl).port), from: 'no-reply@kla.test', to, lines })
const shown = async (query = ''): Promise<{ to: string[]; text: string; headers: Record<string, string> }[]> =>
  (await (await fetch(`${mailbox.url}/mails${query}`)).json()) as never

const TAKEN = ['220', '250', '250', '250', '354', '250', '221']

describe('the mailbox', () => {
  test('lists received messages newest first and filters by one addressee', async () => {
    expect(await send('ada@kla.test')).toEqual(TAKEN)
    await send('bea@kla.test')
    expect((await shown()).map(({ to }) => to)).toEqual([['bea@kla.test'], ['ada@kla.test']])
    expect((await shown('?to=ada@kla.test')).map(({ to }) => to)).toEqual([['ada@kla.test']])
    expect(await shown('?to=somebody@kla.test')).toEqual([])
  })

  test('decodes folded headers and text in every encoding', async () => {
    await send('a@kla.test', [
      'X-Long: one',
      '\ttwo',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=C3=BC=',
      '=C3=9Fe',
    ])
    await send('b@kla.test', ['Content-Transfer-Encoding: base64', '', Buffer.from('Grüße\r\n.').toString('base64')])
    const [base64, quoted] = await shown()
    expect(quoted).toMatchObject({ text: 'Grüße', headers: { 'x-long': 'one two' } })
    expect(base64?.text).toBe('Grüße\n.')
  })

  test('rejects messages as a test configures it', async () => {
    mailbox.control.refuseNext(1, 451, 'addressee')
    expect((await send('ada@kla.test'))[3]).toBe('451')
    mailbox.control.refuseNext(1, 554, 'end')
    expect((await send('ada@kla.test'))[5]).toBe('554')
    expect(await shown()).toEqual([])
    expect(await send('ada@kla.test')).toEqual(TAKEN)
  })

  test('accepts a message with an empty body or none', async () => {
    mailbox.control.takeSilentlyNext(1)
    expect(await send('ada@kla.test')).toEqual(TAKEN.slice(0, 5))
    expect(await shown()).toHaveLength(1)
    mailbox.control.cutNext(1)
    expect(await send('ada@kla.test')).toEqual(TAKEN.slice(0, 3))
    expect(await shown()).toHaveLength(1)
  })
})
