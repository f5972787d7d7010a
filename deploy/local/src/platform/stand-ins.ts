import { clipManifest, startClipHost } from '../clips/index.js'
import type { Ports } from '../infrastructure/ports.js'
import type { Secrets } from '../secrets.js'
import { type AcquirerStandIn, startAcquirerStandIn } from '../stand-ins/acquirer/index.js'
import { startDiscordStandIn } from '../stand-ins/discord/index.js'
import { type GifProviderStandIn, startGifProviderStandIn } from '../stand-ins/gif-provider/index.js'
import { type MailboxStandIn, startMailboxStandIn } from '../stand-ins/mailbox/index.js'
import { startStripeStandIn, type StripeStandIn } from '../stand-ins/stripe/index.js'
import { all, type Cleanup } from './cleanup.js'

/** Running stand-ins for all external providers. */
export interface StandIns {
  readonly discord: { readonly url: string; readonly clientId: string; readonly clientSecret: string }
  readonly clipsUrl: string
  readonly gifProvider: GifProviderStandIn
  readonly mailbox: MailboxStandIn
  readonly stripe: StripeStandIn
  readonly acquirer: AcquirerStandIn
}

/** Ports and addresses of the stand-ins. */
export interface StandInOptions {
  readonly ports: Pick<Ports, 'take'>
  readonly secrets: Secrets
  readonly cleanup: Cleanup
  readonly clipDirectory: string
  readonly siteUrl: string
}

const DISCORD_CLIENT_ID = 'kla-local'

export async function startStandIns(options: StandInOptions): Promise<StandIns> {
  const { ports, secrets, cleanup, clipDirectory, siteUrl } = options
  const closedByCleanup = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting
    cleanup.add(() => started.close())
    return started
  }
  const clientSecret = secrets.take('discord')
  const clips = await closedByCleanup(startClipHost({ directory: clipDirectory, port: await ports.take('clips') }))
  const [discord, gifProvider, mailbox, stripe, acquirer] = await all(
    closedByCleanup(
      startDiscordStandIn({ port: await ports.take('discord'), clientId: DISCORD_CLIENT_ID, clientSecret }),
    ),
    closedByCleanup(
      startGifProviderStandIn({ port: await ports.take('gif-provider'), clips: clipManifest(clips.url) }),
    ),
    closedByCleanup(
      startMailboxStandIn({ port: await ports.take('mailbox'), smtpPort: await ports.take('mailbox-smtp') }),
    ),
    closedByCleanup(
      startStripeStandIn({
        port: await ports.take('stripe'),
        notificationUrl: `${siteUrl}/webhooks/stripe`,
        webhookSecret: secrets.take('stripe-webhook'),
      }),
    ),
    closedByCleanup(
      startAcquirerStandIn({
        port: await ports.take('acquirer'),
        notificationUrl: `${siteUrl}/webhooks/acquirer`,
        secret: secrets.take('acquirer'),
      }),
    ),
  )
  return {
    discord: { url: discord.url, clientId: DISCORD_CLIENT_ID, clientSecret },
    clipsUrl: clips.url,
    gifProvider,
    mailbox,
    stripe,
    acquirer,
  }
}
