import { lengthOf, smoothstep, TURN, wave, type Scene } from '../scene.js'

/** Several sines that meet and part. */
export const plasma = (scale: number, seed: number): Scene => (t) => {
  const turn = t * TURN
  const cx = Math.cos(turn + seed)
  const sy = Math.sin(turn + seed)
  return (x, y) => {
    const a = Math.sin(x * scale + cx * 1.4)
    const b = Math.sin(y * scale * 1.3 + turn + seed)
    const c = Math.sin((x * 0.8 + y) * scale * 0.9 + sy * 1.7)
    const d = Math.sin(lengthOf(x + cx * 0.6, y + sy * 0.5) * scale * 2 - turn)
    return 0.5 + 0.14 * (a + b + c) + 0.1 * d
  }
}

/** Cloth in slow air: a field bent by itself, twice. */
export const silk = (scale: number, seed: number): Scene => (t) => {
  const turn = t * TURN
  return (x, y) => {
    const u = x * scale + 0.9 * Math.sin(y * scale * 1.1 + turn + seed)
    const v = y * scale + 0.9 * Math.sin(u * 1.2 - turn)
    const w = u + 0.8 * Math.sin(v * 1.3 + seed)
    const fold = wave(w * 1.5 + Math.sin(v + turn))
    return 0.1 + 0.55 * fold * fold + 0.3 * fold * wave(v * 1.1)
  }
}

/** Hills of light, one behind the other. */
export const hills = (count: number, seed: number): Scene => (t) => {
  const turn = t * TURN
  return (x, y) => {
    let light = 0.06 + 0.1 * (1 - Math.abs(y))
    for (let hill = 0; hill < count; hill++) {
      const far = hill / (count - 1)
      const base = -0.65 + far * 1.35
      const ridge =
        base +
        0.16 * Math.sin(x * (1.3 + far * 1.4) + turn * (hill % 2 === 0 ? 1 : -1) + hill * seed) +
        0.06 * Math.sin(x * 4.1 - turn * 2 + hill * 2.3)
      const depth = y - ridge
      if (depth > 0) light = 0.85 - far * 0.72 - Math.min(depth, 0.7) * 0.32
      if (depth * depth < 0.01) light += 0.14 * Math.exp(-depth * depth * 900)
    }
    return light
  }
}

/** Curtains of light over a dark ground. */
export const aurora = (seed: number): Scene => (t) => {
  const turn = t * TURN
  return (x, y) => {
    let light = 0.04
    for (let curtain = 0; curtain < 3; curtain++) {
      const bend = 0.35 * Math.sin(x * 1.4 + turn + curtain * 2.1 + seed) + 0.12 * Math.sin(x * 4.3 - turn + curtain)
      const foot = 0.45 - curtain * 0.28 + bend
      const above = foot - y
      const rays = 0.55 + 0.45 * wave(x * 26 + 5 * Math.sin(x * 3 + turn) + curtain * 3)
      light += above > 0 ? 0.62 * Math.exp(-above * 2.1) * rays : 0.62 * Math.exp(above * 16) * rays
    }
    return smoothstep(-0.1, 1.25, light)
  }
}

/** Warm drops that melt into each other. */
export const lava = (count: number, seed: number): Scene => (t) => {
  const turn = t * TURN
  const drops = Array.from({ length: count }, (_, at) => {
    const phase = at * 2.4 + seed
    const speed = 1 + (at % 2)
    return {
      x: 1.25 * Math.sin(phase * 1.7 + 0.6 * Math.sin(turn + phase)),
      y: 0.85 * Math.sin(turn * speed + phase),
      size: 0.05 + 0.035 * wave(phase * 3),
    }
  })
  return (x, y) => {
    let field = 0
    for (const drop of drops) field += drop.size / ((x - drop.x) ** 2 + (y - drop.y) ** 2 + 0.012)
    return 0.08 + 0.62 * smoothstep(0.55, 1.5, field) + 0.3 * smoothstep(1.5, 6, field)
  }
}
