export { RealtimeProvider } from './provider.js'
export { useRealtime, useRealtimeClient, type Realtime } from './use-realtime.js'
export type { RealtimeStatus } from './realtime-client.js'
export { isEnded, type ClosedBy } from './closing.js'
