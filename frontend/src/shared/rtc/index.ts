export { createCall, type Call } from './call.js'
export { createLateCodecs } from './codecs.js'
export { createLazyAdaptation } from './adaptation/lazy-adaptation.js'
export { NO_CALL, type CallView } from './generation.js'
export {
  browserCamera,
  goesWithoutCamera,
  goWithoutCamera,
  recordCamera,
  requestCamera,
  type DeviceKind,
  UNBLURRED,
} from './camera.js'
export { browserDevices, canChooseSpeaker, findDevice, followSpeaker, type ListedKind } from './devices.js'
export { createOpening } from './opening.js'
export { createDeviceControl, type DeviceControl } from './device-control.js'
export { createLocalMedia, isCamOn, type LocalMedia, type LocalMediaView } from './local-media.js'
export { createStandIn } from './stand-in.js'
export { firstFrame } from './media-state.js'
export type { MediaState } from './media-state.js'
export type { Signal } from './signal.js'
export type { Link } from './adaptation/link.js'
export { createWatchBroadcast, type WatchBroadcast } from './watch-broadcast.js'
export { createPatches } from './patches.js'
export { createVeil, type Veil } from './veil.js'
