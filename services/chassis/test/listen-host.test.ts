import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import { createGrpcServer, createHealth, createMetrics, listenAddress, listenHost, serveHealth } from '@kla/chassis'
import { quietLogger, testIdentity } from '@kla/testkit'

const refusing = (code: string) => async (): Promise<never> => {
  throw Object.assign(new Error(`listen ${code} :::0`), { code })
}
const log = quietLogger()

describe('listenHost', () => {
  test.each(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])('falls back to IPv4 on a kernel that answers %s', async (code) => {
    expect(await listenHost('::', log, refusing(code))).toBe('0.0.0.0')
    expect(await listenAddress('[::]:50051', log, refusing(code))).toBe('0.0.0.0:50051')
  })

  test('keeps every address where the kernel has IPv6', async () => {
    const bound: string[] = []
    const bind = async (host: string): Promise<void> => void bound.push(host)
    expect(await listenHost('::', log, bind)).toBe('::')
    expect(await listenAddress('[::]:50051', log, bind)).toBe('[::]:50051')
    expect(bound).toEqual(['::', '::'])
  })

  test.each(['127.0.0.1', '0.0.0.0', '::1', 'localhost'])('keeps %s without asking the kernel', async (host) => {
    expect(await listenHost(host, log, refusing('EAFNOSUPPORT'))).toBe(host)
  })

  test('keeps an address of one family', async () => {
    expect(await listenAddress('127.0.0.1:0', log, refusing('EAFNOSUPPORT'))).toBe('127.0.0.1:0')
    expect(await listenAddress('[::1]:50051', log, refusing('EAFNOSUPPORT'))).toBe('[::1]:50051')
  })

  test('rejects for another fault', async () => {
    await expect(listenHost('::', log, refusing('EACCES'))).rejects.toThrow('EACCES')
  })
})

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)
const reaches = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

describe('a server on every address', () => {
  test('takes gRPC calls and probes over both families', async () => {
    process.env['HEALTH_HOST'] = '::'
    const health = createHealth({ port: 0, metrics: createMetrics('test'), log })
    delete process.env['HEALTH_HOST']
    const { definition, handlers } = serveHealth(health)
    const server = createGrpcServer({
      definition,
      handlers: handlers as never,
      identity: testIdentity('auth'),
      log,
      metrics: createMetrics('grpc'),
    })
    try {
      await health.listen()
      for (const port of [await server.listen('[::]:0'), health.port]) {
        expect(await reaches('127.0.0.1', port)).toBe(true)
        if (hasIpv6) expect(await reaches('::1', port)).toBe(true)
      }
    } finally {
      await server.close(0)
      await health.close()
    }
  })
})
