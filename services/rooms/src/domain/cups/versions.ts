import type { Cup, Tie } from './cup.js'

/** The cup with the version that follows; ties that changed have the same, all others stay as they were. */
export function withVersions(before: Cup, cup: Cup): Cup {
  const version = before.version + 1
  const ties = cup.ties.map((tie, at) => {
    const was = before.ties[at]
    return was && isSame(was, tie) ? was : { ...tie, version }
  })
  return { ...cup, version, ties }
}

const isSame = (was: Tie, tie: Tie): boolean =>
  (Object.keys(tie) as (keyof Tie)[]).every(
    (field) =>
      field === 'version' || was[field] === tie[field] || JSON.stringify(was[field]) === JSON.stringify(tie[field]),
  )
