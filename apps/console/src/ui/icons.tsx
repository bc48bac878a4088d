import type { ReactNode } from 'react'

/** Line icons on a 20 px grid, drawn for this console. An icon is never the only sign of a meaning. */
const PATHS = {
  overview: 'M3 11h5V3H3zM12 17h5V9h-5zM3 17h5v-3H3zM12 6h5V3h-5z',
  endpoints: 'M3 4h14v9H3zM7 17h6M10 13v4',
  logs: 'M3 5h14M3 10h14M3 15h9',
  alerts: 'M10 3l7.5 13h-15zM10 8v4M10 14v.5',
  tickets: 'M3 5h14v3a2 2 0 000 4v3H3v-3a2 2 0 000-4z',
  evidence: 'M10 2.5l6.5 2.5v5c0 4-3 6.5-6.5 7.5-3.500-1-6.500-3.500-6.500-7.500V5zM7 10l2.200 2.200L13 8.500',
  settings: 'M3 6h7M14 6h3M3 14h3M10 14h7M10 4h4v4h-4zM6 12h4v4H6z',
  menu: 'M3 5h14M3 10h14M3 15h14',
  close: 'M5 5l10 10M15 5L5 15',
  search: 'M9 3.500a5.500 5.500 0 110 11 5.500 5.500 0 010-11zM13 13l4 4',
  sun: 'M10 6.500a3.500 3.500 0 110 7 3.500 3.500 0 010-7zM10 2v2M10 16v2M2 10h2M16 10h2M4.500 4.500L6 6M14 14l1.500 1.500M4.500 15.500L6 14M14 6l1.500-1.500',
  filter: 'M3 5h14M6 10h8M8.500 15h3',
  copy: 'M7 7h10v10H7zM13 7V3H3v10h4',
  minus: 'M4 10h12M10 3a7 7 0 100 14 7 7 0 000-14',
  check: 'M4 10.500l4 4 8-9',
  more: 'M4.500 10h.1M10 10h.1M15.500 10h.1',
  play: 'M6 4l9 6-9 6z',
  pause: 'M6 4v12M14 4v12',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}

export function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" />
      <path d="M7 9l4.500 14L16 11l4.500 12L25 9" />
    </svg>
  )
}
