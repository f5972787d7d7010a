import styles from './data-table.module.css'

interface SelectBoxProps {
  label: string
  checked: boolean
  /** Some of what it stands for is selected. */
  some?: boolean
  onToggle: () => void
}

/** A box without words: the row says what it is for. */
export const SelectBox = ({ label, checked, some = false, onToggle }: SelectBoxProps) => (
  <label className={styles.boxFrame}>
    <input
      ref={(box) => {
        if (box) box.indeterminate = some && !checked
      }}
      type="checkbox"
      className={styles.check}
      aria-label={label}
      checked={checked}
      onChange={onToggle}
    />
  </label>
)
