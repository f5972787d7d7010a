import { describe, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { difference, dividedBy, spreadOf, sumOf, without } from '../../src/measure/numbers.js'
import { cpuMicrosOf, privateBytesOf, treeOf } from '../../src/measure/machine.js'
import { summarise } from '../../src/units/run.js'
import { countWire } from '../../src/units/counters.js'

describe('numbers', () => {
  test('subtract and divide by name, with 0 for missing names', () => {
    expect(difference({ a: 5, b: 2 }, { a: 3, c: 1 })).toEqual({ a: 2, b: 2, c: -1 })
    expect(without({ a: 5 }, { a: 2 }, 2)).toEqual({ a: 1 })
    expect(dividedBy({ a: 5 }, 2)).toEqual({ a: 2.5 })
  })

  test('summarise runs by median, least and most', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 })
    expect(spreadOf([4, 1])).toEqual({ median: 2.5, min: 1, max: 4 })
    const runs = [new Map([['round', { 'cpu.redis': 2, none: 0 }]]), new Map([['round', { 'cpu.redis': 4 }]])]
    expect(summarise(runs)).toEqual({ round: { runs: 2, costs: { 'cpu.redis': { median: 3, min: 2, max: 4 } } } })
  })
})

test('add the series of a measure up, optionally by label', () => {
  const text = '# HELP frames_total x\nframes_total{event="a",service="g"} 2\nframes_total{event="b"} 3.5\nframes_totals 9\n'
  expect(sumOf(text, 'frames_total')).toBe(5.5)
  expect(sumOf(text, 'frames_total', 'event="b"')).toBe(3.5)
  expect(sumOf(text, 'nothing')).toBe(0)
})

describe('this process', () => {
  test('is in its own tree, and has memory and processor time', async () => {
    expect(await treeOf(process.pid)).toContain(process.pid)
    expect(await privateBytesOf([process.pid])).toBeGreaterThan(1_000_000)
    const before = { counted: await cpuMicrosOf([process.pid]), own: process.cpuUsage() }
    for (let sum = 0; process.cpuUsage(before.own).user < 100_000; ) sum += Math.sqrt(sum)
    expect((await cpuMicrosOf([process.pid])) - before.counted).toBeGreaterThan(50_000)
  })

  test('counts bytes of connections to given ports, closed ones included', async () => {
    const server = createServer((socket) => socket.end('twelve bytes'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const wire = countWire(new Set([port]))
    const others = countWire(new Set([port + 1]))
    const socket = connect(port, '127.0.0.1')
    socket.end('five!')
    socket.resume()
    await once(socket, 'close')
    expect(wire()).toEqual({ toServer: 5, toClient: 12 })
    expect(others()).toEqual({ toServer: 0, toClient: 0 })
    server.close()
  })
})
