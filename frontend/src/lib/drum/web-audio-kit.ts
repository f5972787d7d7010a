import type { DrumKit } from './drum.js'
import { strikeDrum } from './drum-voice.js'

const VOLUME = 0.5

/** The drum on this machine's loudspeaker, synthesised. */
export function createWebAudioKit(): DrumKit {
  const context = new AudioContext()
  const out = context.createGain()
  out.gain.value = VOLUME
  out.connect(context.destination)
  return {
    now: () => context.currentTime,
    strike: (at) => {
      if (context.state === 'running') strikeDrum(context, out, at)
    },
    setMuted: (muted) => out.gain.setTargetAtTime(muted ? 0 : VOLUME, context.currentTime, 0.01),
    wake: () => {
      if (context.state === 'suspended') void context.resume().catch(() => undefined)
    },
    close: () => void context.close(),
  }
}
