import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

interface Item {
  readonly id: string;
  readonly createdAt: string;
  readonly fileHash: string;
}

/** Twenty-five rows of text, a link and a date each. */
export function ReferenceList() {
  const list = useQuery({
    queryKey: ['items'],
    queryFn: async () => (await (await fetch('/api/items')).json()) as { results: Item[] },
  });
  if (!list.data) return <p className="loading">Loading…</p>;
  return (
    <table>
      <thead>
        <tr>
          <th>Id</th>
          <th>Hash</th>
          <th>Created</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {list.data.results.map(({ id, createdAt, fileHash }) => (
          <tr key={id} data-row>
            <td>{id}</td>
            <td>{fileHash}</td>
            <td>{new Date(createdAt).toLocaleString('en')}</td>
            <td>
              <Link to={`/${id}`}>View</Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
