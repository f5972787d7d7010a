import { expect } from '@jest/globals'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

/** Where the gateways' Service leads sockets. */
async function targetOf(set: string): Promise<unknown> {
  const { objects } = await rendered(valueSet(set).files)
  const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name.endsWith('-gateway'))
  const { ports } = service!.spec as { ports: readonly { name: string; targetPort: unknown }[] }
  return ports.find(({ name }) => name === 'realtime')?.targetPort
}

describeWithHelm('sockets', () => {
  testWithHelm(
    'come to the socket listener, or by site.closeFrames to the HTTP server, which sends close frames',
    async () => {
      expect([await targetOf('ingress'), await targetOf('everything')]).toEqual(['realtime', 'http'])
    },
  )
})
