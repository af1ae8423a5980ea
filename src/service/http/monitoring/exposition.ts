/** One value of a metric, with its labels. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

interface Histogram {
  /** Upper bounds of the buckets, ascending. */
  readonly bounds: readonly number[];
  /** How many observations lie in each bucket alone. */
  readonly counts: readonly number[];
  readonly sum: number;
  readonly count: number;
}

type DescribeMetric = (name: string, help: string, values: number | readonly Sample[]) => void;

/** Prometheus's text format 0.0.4. Labels are names of ours, in which nothing has to be escaped. */
export interface Exposition {
  readonly gauge: DescribeMetric;
  readonly counter: DescribeMetric;
  /** Quantiles alone, each with the label `quantile`. */
  readonly summary: DescribeMetric;
  readonly histogram: (name: string, help: string, histogram: Histogram) => void;
  text(): string;
}

export function createExposition(): Exposition {
  const lines: string[] = [];
  const add = (name: string, [labels, value]: Sample): void => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    lines.push(`${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`);
  };
  const describe = (type: string, name: string, help: string): void => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
  };
  const describer =
    (type: string): DescribeMetric =>
    (name, help, values) => {
      describe(type, name, help);
      for (const sample of typeof values === 'number' ? [[{}, values] as const] : values) add(name, sample);
    };
  return {
    gauge: describer('gauge'),
    counter: describer('counter'),
    summary: describer('summary'),
    histogram(name, help, { bounds, counts, sum, count }) {
      describe('histogram', name, help);
      let upTo = 0;
      for (const [place, bound] of bounds.entries()) {
        upTo += counts[place] ?? 0;
        add(`${name}_bucket`, [{ le: String(bound) }, upTo]);
      }
      add(`${name}_bucket`, [{ le: '+Inf' }, count]);
      add(`${name}_sum`, [{}, sum]);
      add(`${name}_count`, [{}, count]);
    },
    text: () => `${lines.join('\n')}\n`,
  };
}
