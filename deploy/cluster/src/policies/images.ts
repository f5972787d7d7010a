import { containersOf } from '../manifests/workloads.js'
import type { Policy } from './policy.js'

/** Every image has a tag that stays what it is, or a digest. */
export const images: Policy = ({ workloads }) =>
  workloads.flatMap((workload) =>
    containersOf(workload).flatMap(({ name, image }) =>
      isPinned(image) ? [] : [`${workload.name} ${name}: ${image} is not pinned`],
    ),
  )

function isPinned(image: string): boolean {
  if (/@sha256:[0-9a-f]{64}$/.test(image)) return true
  const tag = /:([\w][\w.-]*)$/.exec(image)?.[1]
  return tag !== undefined && !['latest', 'stable', 'main', 'master', 'edge'].includes(tag)
}
