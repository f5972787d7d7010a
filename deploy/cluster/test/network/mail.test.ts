import { expect } from '@jest/globals'
import { containersOf, environmentOf, type Rendered } from '@kla/cluster'
import type { NetworkPolicySpec, Peer } from '../../src/network.js'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

const { files } = valueSet('gateway-api')
const ON = ['mail={"enabled":true,"from":"no-reply@kla.example.com"}']

/** The environment of a service's pods: values of plain variables, and the Secrets behind the others. */
function environment({ workloads }: Rendered, service: string): Readonly<Record<string, string | undefined>> {
  const workload = workloads.find(({ name }) => name === `Deployment/kla-${service}`)
  if (!workload) throw new Error(`${service} has to be there`)
  const variables = containersOf(workload).flatMap(environmentOf)
  return Object.fromEntries(
    variables.map(({ name, value, secret }) => [name, secret ? `Secret ${secret.name}` : value]),
  )
}

/** Who may be reached at these ports, by whom. */
function peersAt({ objects }: Rendered, ...wanted: readonly number[]): Readonly<Record<string, readonly Peer[]>> {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy')
  const peers = policies.map(({ metadata, spec }) => {
    const rules = (spec as NetworkPolicySpec).egress ?? []
    const open = rules.filter(({ ports = [] }) => ports.some(({ port }) => wanted.includes(Number(port))))
    return [metadata.name, open.flatMap(({ to = [] }) => to)] as const
  })
  return Object.fromEntries(peers.filter(([, to]) => to.length > 0))
}

const mailPeers = (chart: Rendered) => peersAt(chart, 465, 587)

describeWithHelm('Mail', () => {
  testWithHelm('is off: no pod can reach a mail server, and the pages promise no mail', async () => {
    const chart = await rendered(files)
    expect(environment(chart, 'moderation')).not.toHaveProperty('SMTP_URL')
    expect(environment(chart, 'gateway')['SENDS_MAIL']).toBe('false')
    expect(mailPeers(chart)).toEqual({})
  })

  testWithHelm('is on: only moderation sends it, to the internet, and the pages promise it', async () => {
    const chart = await rendered(files, ON)
    expect(environment(chart, 'moderation')).toMatchObject({
      SMTP_URL: 'Secret kla-mail',
      MAIL_FROM: 'no-reply@kla.example.com',
      PUBLIC_URL: environment(chart, 'gateway')['PUBLIC_URL'],
    })
    expect(environment(chart, 'gateway')['SENDS_MAIL']).toBe('true')
    const peers = mailPeers(chart)
    expect(Object.keys(peers)).toEqual(['kla-moderation'])
    expect(peers['kla-moderation']?.map(({ ipBlock }) => ipBlock?.cidr)).toEqual(['0.0.0.0/0', '2000::/3'])
    expect(peers['kla-moderation']?.[0]?.ipBlock?.except).toContain('10.0.0.0/8')
  })

  testWithHelm('goes to a server of your own when values name one', async () => {
    const to = 'networkPolicies.mail.to=[{"ipBlock":{"cidr":"10.1.2.3/32"}}]'
    const chart = await rendered(files, [...ON, to])
    expect(mailPeers(chart)).toEqual({ 'kla-moderation': [{ ipBlock: { cidr: '10.1.2.3/32' } }] })
  })

  testWithHelm('reaches the on-call list by mail, and by a webhook only where values say so', async () => {
    const emails = 'onCall.emails="on-call@kla.example.com"'
    expect(environment(await rendered(files, [emails]), 'moderation')).not.toHaveProperty('ONCALL_EMAILS')
    const mailed = await rendered(files, [...ON, emails])
    expect(environment(mailed, 'moderation')).toMatchObject({ ONCALL_EMAILS: 'on-call@kla.example.com' })
    expect(environment(mailed, 'moderation')).not.toHaveProperty('ONCALL_WEBHOOK_URL')
    expect(peersAt(mailed, 443)).not.toHaveProperty('kla-moderation')
    const posted = await rendered(files, ['onCall.webhook=true'])
    expect(environment(posted, 'moderation')).toMatchObject({ ONCALL_WEBHOOK_URL: 'Secret kla-on-call' })
    expect(peersAt(posted, 443)['kla-moderation']?.map(({ ipBlock }) => ipBlock?.cidr)).toEqual([
      '0.0.0.0/0',
      '2000::/3',
    ])
  })

  testWithHelm('has one contact address, which terms and letters name', async () => {
    const chart = await rendered(files, [...ON, 'site.contactEmail="help@kla.example.com"'])
    for (const service of ['gateway', 'moderation']) {
      expect(environment(chart, service)['CONTACT_EMAIL']).toBe('help@kla.example.com')
    }
  })
})
