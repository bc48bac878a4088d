interface Props<T extends string> {
  readonly label: string
  readonly value: T | ''
  readonly options: readonly T[]
  readonly onChange: (value: T | '') => void
  /** The text of an option. By default its value. */
  readonly textOf?: (option: T) => string
}

/** Narrows a list to one of several values, or to any of them. */
export function FilterSelect<T extends string>({ label, value, options, onChange, textOf = words }: Props<T>) {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value} onChange={event => onChange(event.target.value as T | '')}>
        <option value="">any</option>
        {options.map(option => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
    </label>
  )
}

const words = (option: string): string => option.replaceAll('_', ' ')
