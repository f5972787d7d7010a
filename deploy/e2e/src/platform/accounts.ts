import { type Session, signIn } from '@kla/bots'
import type { Platform } from '@kla/local'
import type {
  AdministratorChange,
  AdministratorView,
  AdminLoginAnswer,
  ApprovalView,
  CheckoutSession,
  Inventory,
  MembersAndGuilds,
  Orders,
  PurchaseVerification,
  SavedGifs,
} from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import { Secret, TOTP } from 'otpauth'

/** REST calls of an administrator who is logged in. */
export interface AdministratorSession {
  readonly token: string
  request(path: string, init?: { method?: string; body?: unknown }): Promise<Response>
}

/** Logs in to the console; by default as the first administrator. Throws on a refusal. */
export async function signInAdministrator(
  platform: Platform,
  credentials: { username: string; password: string; code?: string } = {
    username: platform.console.administrator,
    password: platform.console.password,
  },
): Promise<AdministratorSession> {
  const call = (
    path: string,
    headers: Record<string, string>,
    { method = 'GET', body }: { method?: string; body?: unknown },
  ) =>
    fetch(new URL(path, platform.url), {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
  const response = await call('/adminlogin', {}, { method: 'POST', body: credentials })
  if (!response.ok) throw new Error(`the sign-in was refused: ${await response.text()}`)
  const { token } = (await response.json()) as AdminLoginAnswer
  return { token, request: (path, init = {}) => call(path, { authorization: `Bearer ${token}` }, init) }
}

/**
 * Creates a moderator with two people: the owner requests, the deputy approves, the owner creates. The first login
 * requires a new password.
 */
export async function createModerator(
  owner: AdministratorSession,
  deputy: AdministratorSession,
  { name, password }: { name: string; password: string },
): Promise<AdministratorView> {
  const wanted = { name, role: 'moderator' }
  const { id } = await answer<ApprovalView>(owner, '/admin/administrators/approvals', {
    ...wanted,
    reason: 'Joins us.',
  })
  await answer(deputy, `/admin/administrators/approvals/${id}/approve`)
  return answer(owner, '/admin/administrators', { ...wanted, password })
}

/** Changes an administrator with two people: the owner requests, the deputy approves, the owner changes. */
export async function changeTogether(
  owner: AdministratorSession,
  deputy: AdministratorSession,
  id: number,
  { password, ...change }: AdministratorChange,
): Promise<AdministratorView> {
  const asked = { ...change, ...(password === undefined ? {} : { password: true }), reason: 'As agreed.' }
  const approval = await answer<ApprovalView>(owner, `/admin/administrators/${id}/approvals`, asked)
  await answer(deputy, `/admin/administrators/approvals/${approval.id}/approve`)
  return answer(owner, `/admin/administrators/${id}`, { ...change, password }, 'PATCH')
}

async function answer<T>(session: AdministratorSession, path: string, body?: unknown, method = 'POST'): Promise<T> {
  const response = await session.request(path, { method, body })
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Returns the account behind an alias that players see. */
export async function accountIdOf(administrator: AdministratorSession, alias: number): Promise<number> {
  const response = await administrator.request(`/admin/membersandguilddata?q=${alias}&page=1`)
  const { users } = (await response.json()) as MembersAndGuilds
  if (!users[0]) throw new Error(`${alias} is no one's`)
  return users[0].id
}

export const deputyOf = ({ console: { deputy } }: Platform): { username: string; password: string } => ({
  username: deputy.administrator,
  password: deputy.password,
})

/** Code of an authenticator with this base32 secret, `later` time steps from now. */
export const oneTimeCode = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })

/** Cart of `POST /checkout/create-session`. */
export type Cart = readonly { readonly item_id: number; readonly quantity: number }[]
export type Counts = Inventory['counts']

/** A player who shops without a browser. */
export interface Shopper {
  readonly session: Session
  /** Opens a checkout; its `url` is where to pay. */
  openCheckout(cart: Cart): Promise<CheckoutSession>
  /** Polls a checkout until it is paid. */
  awaitPaid(checkoutId: string): Promise<PurchaseVerification>
  counts(): Promise<Counts>
  orders(): Promise<Orders['orders']>
  savedGifs(): Promise<SavedGifs>
}

const WITHIN_MS = 20_000

export const signInShopper = async (url: string, persona: string): Promise<Shopper> =>
  shopperOf(await signIn(url, persona))

/** Retries unanswered calls, as players do; any other refusal throws. */
export function shopperOf(session: Session): Shopper {
  const call = async <T>(...request: Parameters<Session['request']>): Promise<T> => {
    const response = await eventually(async () => {
      const answered = await session.request(...request)
      return answered.status < 500 && answered
    }, WITHIN_MS)
    if (!response.ok) throw new Error(`${response.status} from ${request[0]}: ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    session,
    openCheckout: (items) =>
      call('/checkout/create-session', { method: 'POST', body: { items, email: 'shopper@example.com' } }),
    awaitPaid: (checkoutId) =>
      eventually(async () => {
        const found = await call<PurchaseVerification>(`/checkout/verify?session_id=${encodeURIComponent(checkoutId)}`)
        return found.payment_status === 'paid' && found
      }, WITHIN_MS),
    counts: async () => (await call<Inventory>('/user/inventory')).counts,
    orders: async () => (await call<Orders>('/user/orders')).orders,
    savedGifs: () => call('/user/saved_gifs'),
  }
}

/** Pays at the Stripe stand-in with a good card. */
export async function payAtStripe(url: string): Promise<void> {
  const response = await fetch(`${url}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242 4242 4242 4242' }),
    signal: AbortSignal.timeout(WITHIN_MS),
  })
  if (!response.ok) throw new Error(`the payment was answered with ${response.status}`)
}

export async function buy(shopper: Shopper, cart: Cart): Promise<void> {
  const { id, url } = await shopper.openCheckout(cart)
  await payAtStripe(url)
  await shopper.awaitPaid(id)
}
