import {
  auditVariables,
  list,
  milliseconds,
  oneOf,
  postgresVariables,
  processVariables,
  readSettings,
  rpcVariables,
  secret,
  type Settings,
  text,
  timer,
  type Variable,
  webAddress,
} from '@kla/chassis'
import { CATALOGUE, PAYMENT_PROVIDERS } from '@kla/proto/web'

const optional = <T>(variable: Variable<T>): Variable<T | undefined> => ({ ...variable, fallback: undefined })

/** Comma-separated, newest first, old ones valid during rotation. */
const secrets = (about: string): Variable<readonly string[]> => ({
  about,
  secret: true,
  parse: (value) => {
    const all = list(about).parse(value)
    if (all.length === 0) throw new Error('is empty')
    return all
  },
})

const catalogueIds = (about: string, fallback: readonly number[]): Variable<readonly number[]> => ({
  about,
  fallback,
  parse: (value) => {
    if (value.trim() === 'none') return []
    const ids = value.split(',').map(Number)
    const unknown = ids.some((id) => !CATALOGUE.some((item) => item.id === id))
    if (unknown) throw new Error('is not made of ids of the catalogue')
    return ids
  },
})

const HOUR_MS = 3_600_000

const ALL_ITEMS = CATALOGUE.map(({ id }) => id)

const variables = {
  ...processVariables,
  ...rpcVariables,
  ...postgresVariables('commerce'),
  ...auditVariables,
  PASS_DURABLE: text('the durable consumer of finished battles that all pods share', 'commerce-pass'),
  PUBLIC_URL: webAddress("the site's address, for the way back from the payment provider"),
  PAYMENT_PROVIDER: oneOf(PAYMENT_PROVIDERS)('where new checkouts go', 'stripe'),
  STRIPE_SECRET_KEY: optional(secret('the key of the account at Stripe; without it and the next, no Stripe')),
  STRIPE_WEBHOOK_SECRET: optional(secrets("what Stripe's notifications are signed with; any of several")),
  STRIPE_API_URL: webAddress('where Stripe is', 'https://api.stripe.com'),
  ACQUIRER_MERCHANT_ID: optional(text('the account at the acquirer; without it and the next three, no acquirer')),
  ACQUIRER_SECRET: optional(secrets('what messages between us and the acquirer are signed with; ours with the first')),
  ACQUIRER_URL: optional(webAddress("the acquirer's hosted page, to which browsers post the form")),
  ACQUIRER_API_URL: optional(webAddress('where the acquirer reports the status of a payment')),
  SHOP_ITEMS_ON_SALE: catalogueIds('ids of what is sold; of these the Battle Pass only while a season runs', ALL_ITEMS),
  WEBHOOK_TOLERANCE_MS: milliseconds('how far the time in a notification may be from ours', 300_000),
  HOLD_EXPIRES_MS: milliseconds('when an unsettled hold is released', 24 * HOUR_MS),
  SWEEP_MS: timer('the pause between two looks for old holds and orders', 60_000),
  LEDGER_CHECK_MS: timer('the pause between two checks of the ledger', 600_000),
}

/** Settings of commerce, read from the environment. */
export interface Config extends Settings<typeof variables> {
  readonly stripe: StripeAccount | undefined
  readonly acquirer: AcquirerAccount | undefined
}

interface StripeAccount {
  readonly secretKey: string
  readonly webhookSecrets: readonly string[]
  readonly apiUrl: string
}

interface AcquirerAccount {
  readonly merchantId: string
  readonly secrets: readonly string[]
  readonly payUrl: string
  readonly apiUrl: string
}

export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const settings = readSettings(variables, source)
  return {
    ...settings,
    stripe: complete({
      secretKey: settings.stripeSecretKey,
      webhookSecrets: settings.stripeWebhookSecret,
      apiUrl: settings.stripeApiUrl,
    }),
    acquirer: complete({
      merchantId: settings.acquirerMerchantId,
      secrets: settings.acquirerSecret,
      payUrl: settings.acquirerUrl,
      apiUrl: settings.acquirerApiUrl,
    }),
  }
}

type Complete<T> = { readonly [Name in keyof T]: Exclude<T[Name], undefined> }

const complete = <T extends Record<string, string | readonly string[] | undefined>>(
  account: T,
): Complete<T> | undefined => (Object.values(account).includes(undefined) ? undefined : (account as Complete<T>))
