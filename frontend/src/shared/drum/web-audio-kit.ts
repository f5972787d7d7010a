import type { DrumKit } from './drum.js'
import { strikeDrum } from './drum-voice.js'

const VOLUME = 0.5

function openSound(muted: boolean) {
  const context = new AudioContext()
  const out = context.createGain()
  out.gain.value = muted ? 0 : VOLUME
  out.connect(context.destination)
  return { context, out }
}

/** The drum on this machine's loudspeaker, synthesised. That is opened with the first gesture or beat, as it takes a while. */
export function createWebAudioKit(): DrumKit {
  let muted = false
  let opened: ReturnType<typeof openSound> | undefined
  const sound = () => (opened ??= openSound(muted))
  return {
    now: () => sound().context.currentTime,
    strike: (at) => {
      const { context, out } = sound()
      if (context.state === 'running') strikeDrum(context, out, at)
    },
    setMuted: (to) => {
      muted = to
      opened?.out.gain.setTargetAtTime(muted ? 0 : VOLUME, opened.context.currentTime, 0.01)
    },
    wake: () => {
      const { context } = sound()
      if (context.state === 'suspended') void context.resume().catch(() => undefined)
    },
    close: () => void opened?.context.close(),
  }
}
