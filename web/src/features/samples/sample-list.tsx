import { Download, Eye, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type SampleCategory,
  type SampleDocument,
  sampleCategories,
  sampleCategoryLabels,
  samplesApi,
} from "contract/samples";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { displayNameOf } from "#web/format/person.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { HeadingCount } from "#web/ui/heading-count.tsx";
import { RemovalQuestion } from "#web/ui/removal-question.tsx";
import { RowActions } from "#web/ui/row-actions.tsx";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import type { ViewedFile } from "#web/viewer/viewed-file.ts";
import { useRemoveSample } from "./samples.queries.ts";

const texts = messages.samples;

type SampleListProps = {
  readonly samples: readonly SampleDocument[];
  readonly mayRemove: boolean;
  /** One below the heading that the list stands under. */
  readonly heading: "h2" | "h3";
};

/** Samples under their categories, in the order Application Forms, Stage 1, Stage 2 (C:62). */
export function SampleList({ samples, mayRemove, heading }: SampleListProps) {
  const [viewed, setViewed] = useState<ViewedFile["key"] | null>(null);
  const [removed, setRemoved] = useState<SampleDocument | null>(null);
  const remove = useRemoveSample();
  return (
    <>
      <div className="flex flex-col gap-5">
        {sampleCategories.map((category) => (
          <SampleGroup
            key={category}
            category={category}
            heading={heading}
            samples={samples.filter((sample) => sample.category === category)}
            onView={(sample) => setViewed(sample.id)}
            onRemove={mayRemove ? setRemoved : undefined}
          />
        ))}
      </div>
      <FileViewer files={samples.map(viewedFile)} current={viewed} onCurrentChange={setViewed} />
      <RemovalQuestion
        of={removed}
        name={({ originalName }) => originalName}
        texts={texts.removeDialog}
        remove={remove}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

type SampleGroupProps = {
  readonly category: SampleCategory;
  readonly heading: SampleListProps["heading"];
  readonly samples: readonly SampleDocument[];
  readonly onView: (sample: SampleDocument) => void;
  readonly onRemove?: (sample: SampleDocument) => void;
};

function SampleGroup({ category, heading: Heading, samples, onView, onRemove }: SampleGroupProps) {
  const label = sampleCategoryLabels[category];
  return (
    <section aria-label={label}>
      <Heading className="mb-2 flex items-baseline gap-2 text-sm font-semibold">
        {label} <HeadingCount>{samples.length}</HeadingCount>
      </Heading>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {samples.length === 0 ? (
          <li className="px-4 py-4 text-sm text-muted">{texts.noneInCategory}</li>
        ) : null}
        {samples.map((sample) => (
          <li key={sample.id} className="flex min-h-13.5 items-center gap-3 px-4 py-2">
            <FileIcon name={sample.originalName} />
            <div className="min-w-0 flex-1">
              <p
                className="line-clamp-2 w-fit text-sm font-medium break-words"
                title={sample.originalName}
                dir="auto"
              >
                {sample.originalName}
              </p>
              <p className="text-xs text-muted">
                {texts.addedBy(
                  sample.uploadedBy === null
                    ? messages.users.deletedUser
                    : displayNameOf(sample.uploadedBy),
                  formatDate(sample.uploadedAt),
                )}
              </p>
            </div>
            <RowActions
              name={sample.originalName}
              actions={[
                {
                  icon: Eye,
                  label: texts.view(sample.originalName),
                  onSelect: () => onView(sample),
                },
                {
                  icon: Download,
                  label: texts.download(sample.originalName),
                  onSelect: () => save(sample),
                },
                ...(onRemove
                  ? [
                      {
                        icon: Trash2,
                        label: texts.remove(sample.originalName),
                        isDanger: true,
                        onSelect: () => onRemove(sample),
                      },
                    ]
                  : []),
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The id names a sample, never its name, which two may share (D-083). */
function addressOf(sample: SampleDocument) {
  return { params: { idOrName: sample.id } };
}

function viewedFile(sample: SampleDocument): ViewedFile {
  return {
    key: sample.id,
    name: sample.originalName,
    mimeType: sample.mimeType,
    url: urlOf(samplesApi.view, addressOf(sample)),
    downloadUrl: urlOf(samplesApi.download, addressOf(sample)),
  };
}

function save(sample: SampleDocument): void {
  void download(urlOf(samplesApi.download, addressOf(sample)), sample.originalName).catch(
    failureToast(texts.downloadFailedTitle, texts.downloadFailed),
  );
}
