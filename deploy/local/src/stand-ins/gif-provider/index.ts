export {
  startGifProviderStandIn,
  type GifProviderControl,
  type GifProviderStandIn,
  type GifProviderStandInOptions,
} from './stand-in.js'
export type { ProvidedClip } from './entries.js'
