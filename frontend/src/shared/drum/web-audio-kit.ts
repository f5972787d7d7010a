import type { DrumKit } from './drum.js'

const VOLUME = 0.5

function openSound(muted: boolean) {
  let context: AudioContext
  try {
    context = new AudioContext()
  } catch {
    return null
  }
  const out = context.createGain()
  out.gain.value = muted ? 0 : VOLUME
  out.connect(context.destination)
  return { context, out }
}

/** Synthesises the drum. Stays silent without an audio context. */
export function createWebAudioKit(): DrumKit {
  let muted = false
  let opened: ReturnType<typeof openSound> | undefined
  const sound = () => (opened === undefined ? (opened = openSound(muted)) : opened)
  return {
    now: () => sound()?.context.currentTime ?? 0,
    strike: (at) => {
      const drum = sound()
      if (drum?.context.state === 'running') strikeDrum(drum.context, drum.out, at)
    },
    setMuted: (to) => {
      muted = to
      opened?.out.gain.setTargetAtTime(muted ? 0 : VOLUME, opened.context.currentTime, 0.01)
    },
    wake: () => {
      const context = sound()?.context
      if (context?.state === 'suspended') void context.resume().catch(() => undefined)
    },
    close: () => void opened?.context.close(),
  }
}

const BODY = { from: 150, to: 52, fallS: 0.09, lengthS: 0.24, gain: 0.5 } as const
const STICK = { frequency: 1800, lengthS: 0.03, gain: 0.12 } as const

function strikeDrum(context: BaseAudioContext, out: AudioNode, at: number): void {
  const body = context.createOscillator()
  const bodyGain = context.createGain()
  body.frequency.setValueAtTime(BODY.from, at)
  body.frequency.exponentialRampToValueAtTime(BODY.to, at + BODY.fallS)
  bodyGain.gain.setValueAtTime(BODY.gain, at)
  bodyGain.gain.exponentialRampToValueAtTime(0.001, at + BODY.lengthS)
  body.connect(bodyGain).connect(out)
  body.start(at)
  body.stop(at + BODY.lengthS)

  const stick = context.createOscillator()
  const stickGain = context.createGain()
  stick.type = 'triangle'
  stick.frequency.setValueAtTime(STICK.frequency, at)
  stickGain.gain.setValueAtTime(STICK.gain, at)
  stickGain.gain.exponentialRampToValueAtTime(0.001, at + STICK.lengthS)
  stick.connect(stickGain).connect(out)
  stick.start(at)
  stick.stop(at + STICK.lengthS)
}
