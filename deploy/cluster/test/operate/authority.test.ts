import { X509Certificate } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { identityOf, SERVICE_NAMES, type ServiceName } from '@kla/proto/callers'
import { createAuthority, forDays } from '@kla/testkit/certificates'
import {
  authorityIn,
  changeAuthority,
  changeBack,
  type Identities,
  type IdentitySecret,
  renewAll,
  type Trust,
  trustIn,
} from '../../src/operate/authority.js'

const PACE = { lookEveryMs: 0, seenWithinMs: 10_000 }
const certificatesIn = (pem: string): X509Certificate[] =>
  pem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g)?.map((one) => new X509Certificate(one)) ?? []

/** A release with a pod a service. Each look brings the next pod's files up to date, as kubelets do one by one. */
function release() {
  const authority = createAuthority(forDays(1, Date.now()))
  const issue = (service: ServiceName): IdentitySecret => {
    const { certificate, privateKey } = authority.issue(identityOf(service), forDays(1, Date.now()))
    return { 'tls.crt': certificate, 'tls.key': privateKey, 'ca.crt': authority.certificate }
  }
  const secrets = new Map(SERVICE_NAMES.map((service) => [service, issue(service)]))
  const pods = new Map(secrets)
  let looks = 0
  const strangers: string[] = []
  const checkTrust = (): void => {
    for (const [caller, { 'tls.crt': certificate }] of pods)
      for (const [callee, { 'ca.crt': trusted }] of pods)
        if (!certificatesIn(trusted).some(({ publicKey }) => new X509Certificate(certificate).verify(publicKey)))
          strangers.push(`${caller} to ${callee}`)
  }
  const trustOf = ({ 'tls.crt': certificate, 'ca.crt': trusted }: IdentitySecret): Trust => {
    const own = new X509Certificate(certificate)
    const all = certificatesIn(trusted)
    const issuer = all.find(({ publicKey }) => own.verify(publicKey))
    return {
      trusted: all.map((one) => authorityIn(one.toString())).sort(),
      issuer: issuer && authorityIn(issuer.toString()),
      endsAtMs: Date.parse(own.validTo),
    }
  }
  const identities: Identities = {
    read: async (service) => secrets.get(service) as IdentitySecret,
    write: async (service, secret) => {
      secrets.set(service, { ...(secrets.get(service) as IdentitySecret), ...secret })
    },
    trusts: async () => {
      const service = SERVICE_NAMES[looks++ % SERVICE_NAMES.length] as ServiceName
      pods.set(service, secrets.get(service) as IdentitySecret)
      checkTrust()
      return [...pods.values()].map(trustOf)
    },
  }
  return { authority, identities, pods, secrets, strangers }
}

test('no pod meets a stranger while the authority changes, certificates are renewed and it changes back', async () => {
  const { authority, identities, pods, secrets, strangers } = release()
  const before = new Map(secrets)
  const changed = await changeAuthority(identities, PACE)
  for (const { 'ca.crt': trusted } of pods.values()) expect(trusted).toBe(changed.authority.certificate)
  const certificates = [...pods.values()].map((secret) => secret['tls.crt'])
  await renewAll(identities, changed, PACE)
  for (const { 'tls.crt': certificate } of pods.values()) expect(certificates).not.toContain(certificate)
  await changeBack(identities, changed, PACE)
  expect(pods).toEqual(before)
  expect([...pods.values()][0]?.['ca.crt']).toBe(authority.certificate)
  expect(strangers).toEqual([])
})

test.each([3, 12])('a change that ends after %i writes is taken up by the next', async (writes) => {
  const { identities, pods, strangers } = release()
  let left = writes
  const dying: Identities = {
    ...identities,
    write: async (service, secret) => {
      if (left-- === 0) throw new Error('interrupted')
      await identities.write(service, secret)
    },
  }
  await expect(changeAuthority(dying, PACE)).rejects.toThrow('interrupted')
  const { authority } = await changeAuthority(identities, PACE)
  for (const { 'ca.crt': trusted } of pods.values()) expect(trusted).toBe(authority.certificate)
  expect(strangers).toEqual([])
})

test('a pod that does not get its files is an error that counts it', async () => {
  const { identities } = release()
  const deaf: Identities = { ...identities, trusts: async () => [{ trusted: [], issuer: undefined, endsAtMs: 0 }] }
  await expect(changeAuthority(deaf, { ...PACE, seenWithinMs: 20 })).rejects.toThrow(
    '1 of 1 pods do not have all authorities',
  )
})

test('reads what a pod says of its identity', () => {
  const page = [
    '# HELP kla_identity_authorities Authorities',
    'kla_identity_ends_seconds{service="rooms"} 1796561928',
    'kla_identity_authorities{authority="bb12",use="trusted",service="rooms"} 1',
    'kla_identity_authorities{authority="aa34",use="trusted",service="rooms"} 1',
    'kla_identity_authorities{authority="aa34",use="issuer",service="rooms"} 1',
  ].join('\n')
  expect(trustIn(page)).toEqual({ trusted: ['aa34', 'bb12'], issuer: 'aa34', endsAtMs: 1_796_561_928_000 })
})
