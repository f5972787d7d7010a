import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { attemptsOf, breaches, PROBE, queueRules } from '@kla/cluster'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

describeWithHelm('attemptsOf', () => {
  testWithHelm('lists each connection once, and knows those of the picture from all others', async () => {
    const attempts = attemptsOf(await rendered(valueSet('dev').files))
    const of = (from: string, to: string, port: number) =>
      attempts
        .filter((one) => one.from === from && one.to === to && one.port === port)
        .map(({ isAllowed }) => isAllowed)
    expect(of('gateway', 'rooms', 50051)).toEqual([true])
    expect(of('rooms', 'postgres', 5432)).toEqual([true])
    expect(of('gateway', 'postgres', 5432)).toEqual([false])
    expect(of('library', 'redis', 6379)).toEqual([false])
    expect(of('rooms', 'evidence', 50051)).toEqual([false])
    expect(attempts.filter(({ from }) => from === 'postgres')).toEqual([])
  })
})

const attempt = { from: 'rooms', to: 'redis', port: 6379, isAllowed: true, hasReached: true }
const forbidden = { from: 'library', to: 'redis', port: 6379, isAllowed: false, hasReached: false }

describe('breaches', () => {
  test('finds none where packets went as policies say', () => {
    expect(breaches([attempt, forbidden])).toEqual([])
  })

  test('names what came through and what did not', () => {
    expect(
      breaches([
        { ...attempt, hasReached: false },
        { ...forbidden, hasReached: true },
      ]),
    ).toEqual(['rooms does not reach redis:6379', 'library reaches redis:6379, which no policy allows'])
  })

  test('is not content with attempts of one kind', () => {
    expect(breaches([attempt])).toEqual(['no connection was tried that policies forbid'])
    expect(breaches([forbidden])).toEqual(['no connection was tried that policies allow'])
  })
})

describe('PROBE', () => {
  test('takes an answer and a refusal for a way through, and no other error', async () => {
    const open = createServer()
    const closed = createServer()
    for (const server of [open, closed]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const [answering, refusing] = [open, closed].map(
      (server) => `127.0.0.1:${(server.address() as AddressInfo).port}`,
    ) as [string, string]
    await new Promise((done) => closed.close(done))
    const unknown = 'nowhere.invalid:9'
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, ['--eval', PROBE, answering, refusing, unknown], (_, out) => resolve(out)),
    )
    open.close()
    expect((JSON.parse(output) as string[]).sort()).toEqual([answering, refusing].sort())
  })
})

describe('queueRules', () => {
  test('judge new connections of pods last, and none of the node', () => {
    const rules = queueRules(7, '10.1.0.0/16').map((rule) => rule.join(' '))
    expect(rules.map((rule) => rule.replace('-w -t mangle -A POSTROUTING ', ''))).toEqual([
      '-m owner --uid-owner 0 -j RETURN',
      '-m conntrack --ctstate ESTABLISHED,RELATED -j RETURN',
      '-s 10.1.0.0/16 -j NFQUEUE --queue-num 7',
      '-d 10.1.0.0/16 -j NFQUEUE --queue-num 7',
    ])
  })
})
