import { environmentOf } from '../manifests/environment.js'
import { nameOf } from '../manifests/parse.js'
import { containersOf } from '../manifests/workloads.js'
import type { Policy } from './policy.js'

const NAMED_LIKE_ONE = /(SECRET|PASSWORD|TOKEN|PRIVATE_KEY|CREDENTIAL|_KEY)(_|$)/i
/** Told to browsers, or no secret though its name ends like one. */
const NONE = ['STRIPE_PUBLISHABLE_KEY', 'PRINCIPAL_PUBLIC_KEY']
const LOOKS_LIKE_ONE = [
  { pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/, what: 'a private key' },
  { pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:[^\s/@$]+@/i, what: 'an address with a password' },
  { pattern: /\b(sk|rk|whsec)_(live|test)?_?[A-Za-z0-9]{8,}/, what: 'a key of Stripe' },
  { pattern: /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\./, what: 'a signed token' },
  { pattern: /\bAKIA[0-9A-Z]{16}\b/, what: 'a key of AWS' },
]

/** No secret stands in the open: none is rendered, and nothing that looks like one is in a pod or a ConfigMap. */
export const secrets: Policy = ({ objects, workloads }) => [
  ...objects.filter(({ kind }) => kind === 'Secret').map((secret) => `${nameOf(secret)}: the chart makes a Secret`),
  ...workloads.flatMap((workload) =>
    containersOf(workload).flatMap((container) => {
      const where = `${workload.name} ${container.name}`
      const texts = [...(container.args ?? []), ...(container.command ?? [])]
      return [
        ...environmentOf(container).flatMap(({ name, value = '' }) => {
          const named = value !== '' && NAMED_LIKE_ONE.test(name) && !NONE.includes(name)
          return named ? [`${where}: ${name} stands in the open`] : looksLike(value).map((what) => `${where}: ${name} is ${what}`)
        }),
        ...texts.flatMap(looksLike).map((what) => `${where}: an argument is ${what}`),
        ...(container.envFrom ?? []).flatMap((source) =>
          'secretRef' in source ? [`${where}: takes all keys of a Secret`] : [],
        ),
      ]
    }),
  ),
  ...objects
    .filter(({ kind }) => kind === 'ConfigMap')
    .flatMap((map) =>
      Object.entries(map.data ?? {}).flatMap(([key, text]) => looksLike(text).map((what) => `${nameOf(map)}: ${key} holds ${what}`)),
    ),
]

const looksLike = (text: string): string[] =>
  LOOKS_LIKE_ONE.filter(({ pattern }) => pattern.test(text)).map(({ what }) => what)
