import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface Series {
  readonly label: string
  /** Name of a colour among the tokens, without the two dashes. */
  readonly colour: string
  readonly values: readonly number[]
}

interface Props {
  /** Seconds since 1970, ascending: where each bar begins. */
  readonly times: readonly number[]
  /** Stacked, the first one at the bottom. */
  readonly series: readonly Series[]
  readonly height?: number
  /** What the chart shows, in words, for screen readers. */
  readonly summary: string
  /** A span was chosen by dragging, in seconds since 1970. */
  readonly onZoom?: (from: number, to: number) => void
}

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

/** Stacked bars over time. Redrawn when the data, the width or the theme changes. */
export function Chart({ times, series, height = 120, summary, onZoom }: Props) {
  const holder = useRef<HTMLDivElement>(null)
  const zoom = useRef(onZoom)
  zoom.current = onZoom
  const [theme, setTheme] = useState(0)
  useEffect(() => {
    const redraw = (): void => setTheme(n => n + 1)
    window.addEventListener('wardline-theme', redraw)
    return () => window.removeEventListener('wardline-theme', redraw)
  }, [])

  useEffect(() => {
    const element = holder.current
    if (!element || times.length === 0) return
    const sums = series.map((_, i) =>
      times.map((_, t) => series.slice(0, i + 1).reduce((sum, s) => sum + (s.values[t] ?? 0), 0)),
    )
    const bars = uPlot.paths.bars?.({ size: [0.86, 40], align: 1 })
    const axis = {
      stroke: token('faint'),
      font: '11px system-ui',
      grid: { stroke: token('line'), width: 1 },
      ticks: { show: false },
    }
    const options: uPlot.Options = {
      width: element.clientWidth,
      height,
      legend: { show: false },
      padding: [8, 4, 0, 0],
      cursor: { y: false, points: { show: false }, drag: { x: onZoom !== undefined, y: false, setScale: false } },
      scales: {
        x: { time: true, range: spanOf(times) },
        y: { range: (_u, _min, max) => [0, Math.max(max * 1.12, 1)] },
      },
      axes: [
        { ...axis, grid: { show: false }, space: 70, size: 34 },
        {
          ...axis,
          size: 44,
          space: 20,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7],
          values: (_u, ticks) => ticks.map(shortNumber),
        },
      ],
      series: [
        {},
        ...[...series].reverse().map(s => ({
          label: s.label,
          fill: token(s.colour),
          width: 0,
          points: { show: false },
          ...(bars ? { paths: bars } : {}),
        })),
      ],
      hooks: {
        setSelect: [
          u => {
            if (u.select.width < 4) return
            zoom.current?.(u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x'))
            u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          },
        ],
      },
    }
    const chart = new uPlot(options, [[...times], ...[...sums].reverse()] as uPlot.AlignedData, element)
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [times, series, height, theme, onZoom === undefined])

  return (
    <figure className="chart">
      <div
        ref={holder}
        className={onZoom ? 'chart-area zoom' : 'chart-area'}
        style={{ minHeight: height }}
        aria-hidden="true"
      />
      <figcaption className="visually-hidden">{summary}</figcaption>
    </figure>
  )
}

/** The bars begin at their times, so the last one needs room after it. */
function spanOf(times: readonly number[]): [number, number] {
  const first = times[0] ?? 0
  const last = times.at(-1) ?? first
  return [first, last + ((times[1] ?? first + 60) - first)]
}

const shortNumber = (n: number): string => (n >= 1e6 ? `${n / 1e6}M` : n >= 1e3 ? `${n / 1e3}k` : String(n))
