import { lengthOf, smoothstep, TURN, wave, type Scene } from '../scene.js'

/** Rings on water from three places, and what they make of each other. */
export const ripples = (rings: number, seed: number): Scene => (t) => {
  const turn = t * TURN
  const places = [0, 1, 2].map((at) => {
    // At different distances: a mirror image of itself would look like a face.
    const angle = seed + at * 2.4 + 0.5 * Math.sin(turn + at)
    const reach = 0.35 + 0.4 * at
    return { x: 1.3 * reach * Math.cos(angle), y: 0.7 * reach * Math.sin(angle) }
  })
  return (x, y) => {
    let height = 0
    for (const place of places) {
      const distance = lengthOf(x - place.x, y - place.y)
      height += Math.sin(distance * rings - turn * 2) / (1 + distance * 1.2)
    }
    const crest = wave(height * 1.9)
    return 0.05 + 0.75 * crest * crest + 0.16 * smoothstep(0.85, 1, crest)
  }
}

/** A way inwards that never ends. */
export const tunnel = (arms: number, twist: number): Scene => (t) => (x, y) => {
  const distance = lengthOf(x, y) + 0.001
  const depth = Math.log(distance)
  const angle = Math.atan2(y, x)
  const rings = wave((depth * 1.6 + t) * TURN)
  const spokes = wave(angle * arms + depth * twist + t * TURN)
  const fog = smoothstep(0.02, 0.75, distance)
  return fog * (0.12 + 0.5 * rings * spokes + 0.34 * smoothstep(0.72, 1, rings * 0.5 + spokes * 0.5))
}

/** The arms of a galaxy. */
export const galaxy = (arms: number, seed: number): Scene => (t) => {
  const turn = t * TURN
  return (x, y) => {
    const distance = lengthOf(x * 0.9, y * 1.35)
    const angle = Math.atan2(y * 1.35, x * 0.9)
    const arm = wave(arms * angle - Math.log(distance + 0.06) * 5.2 + turn + seed)
    const dust = 0.75 + 0.25 * Math.sin(angle * 7 + distance * 19 - turn)
    const core = Math.exp(-distance * distance * 9)
    return 0.04 + 0.85 * core + 0.72 * arm * arm * arm * dust * Math.exp(-distance * 1.15) * (1 - core)
  }
}

/** A flower that opens and closes. */
export const petals = (count: number, seed: number): Scene => (t) => {
  const turn = t * TURN
  const open = 0.78 + 0.14 * Math.sin(turn)
  return (x, y) => {
    const distance = lengthOf(x, y)
    const angle = Math.atan2(y, x) + 0.25 * Math.sin(turn + seed)
    let light = 0.05
    for (let layer = 0; layer < 4; layer++) {
      const size = open * (1.2 - layer * 0.27)
      const edge = size * (0.62 + 0.38 * Math.abs(Math.cos((angle * count) / 2 + layer * 0.6 + seed)))
      const inside = smoothstep(edge, edge - 0.03, distance)
      if (distance > edge) continue
      const out = distance / edge
      const shade = 0.2 + layer * 0.17 + 0.24 * out * out * out
      light += inside * (shade - light)
    }
    return light
  }
}

/** A plasma seen between mirrors. */
export const kaleidoscope = (mirrors: number, seed: number): Scene => (t) => {
  const turn = t * TURN
  const wedge = TURN / mirrors
  return (x, y) => {
    const distance = lengthOf(x, y)
    const raw = Math.atan2(y, x) + 0.3 * Math.sin(turn)
    const angle = Math.abs(((((raw % wedge) + wedge) % wedge) / wedge) * 2 - 1) * wedge * 0.5
    const u = distance * Math.cos(angle)
    const v = distance * Math.sin(angle)
    const a = Math.sin(u * 6.5 + turn + seed)
    const b = Math.sin(v * 11 - turn + 1.5 * Math.sin(u * 4 + seed))
    const c = Math.sin((u + v) * 8 + 1.6 * Math.cos(turn))
    const value = wave((a + b + c) * 1.25)
    return 0.06 + 0.8 * value * value + 0.12 * smoothstep(0.9, 1, value)
  }
}

/** Lights on their ways around each other, each with a tail. */
export const orbits = (count: number, seed: number): Scene => (t) => {
  const lights: { x: number; y: number; size: number }[] = []
  for (let at = 0; at < count; at++) {
    const reach = 0.22 + (0.74 * (at + 0.5)) / count
    const direction = at % 2 === 0 ? 1 : -1
    for (let tail = 0; tail < 16; tail++) {
      const angle = direction * (t * TURN - tail * 0.07) + at * 2.4 + seed
      const x = reach * 1.7 * Math.cos(angle)
      const y = reach * 0.92 * Math.sin(angle)
      lights.push({ x, y, size: 0.0016 * (1 - tail / 17) ** 2 })
    }
  }
  return (x, y) => {
    let light = 0.05 + 0.12 * Math.exp(-(x * x + y * y) * 2.2)
    for (const { x: lx, y: ly, size } of lights) light += size / ((x - lx) ** 2 + (y - ly) ** 2 + 0.0016)
    return light / (0.5 + light * 0.85)
  }
}
