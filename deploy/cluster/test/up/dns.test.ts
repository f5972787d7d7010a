import { describe, expect, test } from '@jest/globals'
import { answerOf, serviceNames } from '@kla/cluster'

const A = 1
const AAAA = 28

function question(name: string, type: number): Buffer {
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)])
  const head = Buffer.from([0xab, 0xcd, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
  return Buffer.concat([head, ...labels, Buffer.from([0, 0, type, 0, 1])])
}

const lookup = (name: string): readonly string[] | undefined =>
  name === 'kla-auth.kla.svc.cluster.local' ? ['10.244.0.7', '10.244.0.8'] : undefined

describe('answerOf', () => {
  test('gives all addresses of a name, whatever its case', () => {
    const asked = question('Kla-Auth.kla.svc.cluster.local', A)
    const answer = answerOf(asked, lookup)!
    expect([answer[0], answer[1]]).toEqual([0xab, 0xcd])
    expect(answer[3]! & 0x0f).toBe(0)
    expect(answer.readUInt16BE(6)).toBe(2)
    const records = answer.subarray(asked.length)
    expect([...records.subarray(12, 16), ...records.subarray(28, 32)]).toEqual([10, 244, 0, 7, 10, 244, 0, 8])
  })

  test('has no address of IPv6 for a name that exists', () => {
    const answer = answerOf(question('kla-auth.kla.svc.cluster.local', AAAA), lookup)!
    expect([answer[3]! & 0x0f, answer.readUInt16BE(6)]).toEqual([0, 0])
  })

  test('says that an unknown name does not exist', () => {
    const answer = answerOf(question('example.com', A), lookup)!
    expect([answer[3]! & 0x0f, answer.readUInt16BE(6)]).toEqual([3, 0])
  })

  test.each([0, 5, 12, 20])('ignores a packet that is cut after %i bytes', (bytes) => {
    expect(answerOf(question('kla-auth.kla.svc.cluster.local', A).subarray(0, bytes), lookup)).toBeUndefined()
  })
})

describe('serviceNames', () => {
  const metadata = { name: 'kla-auth', namespace: 'kla' }
  const slice = {
    metadata: { namespace: 'kla', labels: { 'kubernetes.io/service-name': 'kla-auth' } },
    endpoints: [
      { addresses: ['10.244.0.7'], conditions: { ready: true } },
      { addresses: ['10.244.0.8'], conditions: { ready: false } },
    ],
  }
  const name = 'kla-auth.kla.svc.cluster.local'

  test('leads to the address of a Service', () => {
    expect(serviceNames([{ metadata, spec: { clusterIP: '10.96.4.4' } }], [slice]).get(name)).toEqual(['10.96.4.4'])
  })

  test('leads to the ready pods of a Service without an address', () => {
    expect(serviceNames([{ metadata, spec: { clusterIP: 'None' } }], [slice]).get(name)).toEqual(['10.244.0.7'])
  })

  test('leads to all pods where the Service says so', () => {
    const spec = { clusterIP: 'None', publishNotReadyAddresses: true }
    expect(serviceNames([{ metadata, spec }], [slice]).get(name)).toEqual(['10.244.0.7', '10.244.0.8'])
  })

  test('takes no pods of another namespace', () => {
    const other = { ...slice, metadata: { ...slice.metadata, namespace: 'other' } }
    expect(serviceNames([{ metadata, spec: { clusterIP: 'None' } }], [other]).get(name)).toEqual([])
  })
})
