import { readFile } from 'node:fs/promises'
import { expect } from '@jest/globals'
import { CHART } from '@kla/cluster'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

const WAY = 'services.gateway.service'

interface Service {
  readonly type: string
  readonly loadBalancerClass?: string
  readonly externalTrafficPolicy?: string
  readonly ports: readonly { readonly name: string; readonly port: number; readonly nodePort?: number }[]
}

/** The gateways' Service, with these values over those of an ingress. */
async function gatewayService(...set: readonly string[]): Promise<{ spec: Service; annotations: object | undefined }> {
  const { objects } = await rendered(valueSet('ingress').files, set)
  const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name.endsWith('-gateway'))
  const { annotations } = (service?.metadata ?? {}) as { annotations?: object }
  return { spec: service?.spec as Service, annotations }
}

describeWithHelm('the way in without a router', () => {
  testWithHelm('is closed unless services.gateway.service opens it', async () => {
    const { spec, annotations } = await gatewayService()
    expect([spec.type, spec.loadBalancerClass, annotations]).toEqual(['ClusterIP', undefined, undefined])
    expect(spec.externalTrafficPolicy).toBeUndefined()
    expect(spec.ports.map(({ nodePort }) => nodePort)).toEqual([undefined, undefined])
  })

  testWithHelm('keeps its type and port of nodes through upgrades', async () => {
    const { spec } = await gatewayService(`${WAY}.type="NodePort"`, `${WAY}.nodePort=30080`)
    expect(spec.type).toBe('NodePort')
    expect(spec.ports.map(({ name, port, nodePort }) => [name, port, nodePort])).toEqual([
      ['http', 8080, 30080],
      ['realtime', 8081, undefined],
    ])
  })

  testWithHelm('is a load balancer with its class and annotations', async () => {
    const { spec, annotations } = await gatewayService(
      `${WAY}.type="LoadBalancer"`,
      `${WAY}.loadBalancerClass="example.com/nlb"`,
      `${WAY}.annotations={"example.com/scheme":"internet-facing"}`,
    )
    expect([spec.type, spec.loadBalancerClass]).toEqual(['LoadBalancer', 'example.com/nlb'])
    expect(annotations).toEqual({ 'example.com/scheme': 'internet-facing' })
  })

  testWithHelm("keeps players' addresses behind a load balancer unless the values say otherwise", async () => {
    const policy = async (...set: readonly string[]) => (await gatewayService(...set)).spec.externalTrafficPolicy
    expect(await policy(`${WAY}.type="LoadBalancer"`)).toBe('Local')
    expect(await policy(`${WAY}.type="LoadBalancer"`, `${WAY}.externalTrafficPolicy="Cluster"`)).toBe('Cluster')
    expect(await policy(`${WAY}.type="NodePort"`)).toBeUndefined()
  })

  testWithHelm('opens no other service', async () => {
    const { objects } = await rendered(valueSet('ingress').files, [`${WAY}.type="NodePort"`])
    const open = objects.filter(
      ({ kind, spec }) => kind === 'Service' && !['ClusterIP', undefined].includes((spec as Partial<Service>).type),
    )
    expect(open.map(({ metadata }) => metadata.name)).toEqual([expect.stringMatching(/-gateway$/)])
  })

  testWithHelm('of a developer forwards the port that site.publicUrl has', async () => {
    const [, port] =
      /publicUrl: http:\/\/localhost:(\d+)/.exec(await readFile(`${CHART}/values-dev.yaml`, 'utf8')) ?? []
    for (const page of [`${CHART}/values-dev.yaml`, `${CHART}/../skaffold.yaml`]) {
      const text = await readFile(page, 'utf8')
      const forwarded = /svc\/kla-gateway (\d+)|resourceName: kla-gateway[\s\S]*?localPort: (\d+)/.exec(text)
      expect([page, forwarded?.[1] ?? forwarded?.[2]]).toEqual([page, port])
    }
  })
})
