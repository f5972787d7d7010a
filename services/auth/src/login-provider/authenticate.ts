import type { DiscordStrategy } from './discord-strategy.js'

/** How a passport strategy ends: it calls one of these. */
export type Ending =
  | { readonly kind: 'success'; readonly user: unknown }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'fail' }
  | { readonly kind: 'error'; readonly error: unknown }

/** Runs a strategy as passport would, without a web framework around it. */
export function authenticate(strategy: DiscordStrategy, query: Record<string, string>, options: object): Promise<Ending> {
  return new Promise((resolve) => {
    const run = Object.assign(Object.create(strategy) as DiscordStrategy, {
      success: (user: unknown) => resolve({ kind: 'success', user }),
      redirect: (location: string) => resolve({ kind: 'redirect', location }),
      fail: () => resolve({ kind: 'fail' }),
      error: (error: unknown) => resolve({ kind: 'error', error }),
    })
    run.authenticate({ query } as never, options)
  })
}
