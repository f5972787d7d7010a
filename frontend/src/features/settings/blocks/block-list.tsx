import type { Block } from '../../../entities/blocks/blocks.js'
import { useGrowingList } from '../../../shared/browser/use-growing-list.js'
import { BlockEntry } from './block-entry.js'
import styles from './blocks.module.css'

/** A few screens full. */
const STEP = 30

/** The newest first. */
export function BlockList({ blocks }: { blocks: readonly Block[] }) {
  const { shown, end } = useGrowingList<HTMLDivElement>(blocks.length, STEP)
  return (
    <>
      <p className={styles.note}>You are not matched with them, and neither side joins or watches the other's rooms.</p>
      <ul className={styles.list} aria-label="Blocked people">
        {blocks.slice(0, shown).map((block) => (
          <BlockEntry key={block.id} block={block} />
        ))}
      </ul>
      <div ref={end} />
    </>
  )
}
