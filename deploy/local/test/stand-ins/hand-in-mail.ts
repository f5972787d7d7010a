import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/** Hands one letter in, as SMTP has it. Answers the codes of the replies, in order; what is missing was not answered. */
export async function handIn(letter: {
  readonly port: number
  readonly from: string
  readonly to: string
  readonly lines: readonly string[]
}): Promise<string[]> {
  const socket = connect(letter.port, '127.0.0.1')
  const commands = [
    ...['EHLO test', `MAIL FROM:<${letter.from}>`, `RCPT TO:<${letter.to}>`, 'DATA'],
    ...[[...letter.lines, '.'].join('\r\n'), 'QUIT'],
  ]
  const codes: string[] = []
  createInterface(socket).on('line', (line) => {
    // Of a reply of several lines the last one has a space after the code.
    if (line[3] !== ' ') return
    codes.push(line.slice(0, 3))
    const next = commands.shift()
    if (next !== undefined) socket.write(`${next}\r\n`)
  })
  await once(socket, 'close')
  return codes
}
