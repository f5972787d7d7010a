export { RealtimeProvider } from './provider.js'
export { useRealtime, useRealtimeClient, type Realtime } from './provider.js'
export type { RealtimeStatus } from './realtime-client.js'
export { isEnded, type ClosedBy } from './open-socket.js'
