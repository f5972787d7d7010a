import type { ContentGuard } from '../../src/media/loader.js'

export const nothingBlocked: ContentGuard = {
  addressBlocked: () => false,
  contentBlocked: () => false,
  foundBlocked: async () => undefined,
  fetched: () => undefined,
  foundFlashing: async () => undefined,
  foundUnplayable: async () => undefined,
  foundSilent: async () => undefined,
}
