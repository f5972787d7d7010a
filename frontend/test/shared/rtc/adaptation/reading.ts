import type { Reading } from '../../../../src/shared/rtc/adaptation/bands.js'

export const GOOD: Reading = {
  rttMs: 60,
  lossInPercent: 0,
  lossOutPercent: 0,
  jitterMs: 5,
  frozenPercent: 0,
  fps: 25,
  sendKbps: null,
  silentMs: 0,
  stillMs: 0,
  route: 'relayed',
}
