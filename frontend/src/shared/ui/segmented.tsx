import styles from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  label: string
  name: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

export const Segmented = <Value extends string>({ label, name, value, options, onChange }: SegmentedProps<Value>) => (
  <fieldset>
    <legend className={styles.legend}>{label}</legend>
    <div className={styles.choices}>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  </fieldset>
)
