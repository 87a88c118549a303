/** What must never be found, each as one query for the records that break it. */
import { sql, type SQL } from "drizzle-orm";
import { wrongCaseRows, wrongUnreadCounts } from "./derived-rows.ts";
import type { FindingKind } from "./finding.ts";

type RecordCheck = {
  kind: FindingKind;
  /** Answers `about` (what kind of record) and its `id`. */
  query: SQL;
  sentence: string;
};

/** Every record that has a file, with what it says about it. */
const owners = sql`(
  select 'Document' as about, id, stored_file_id, case_id, file_name, file_size, mime_type from documents
  union all select 'Sample', id, stored_file_id, null, file_name, file_size, mime_type from sample_documents
  union all select 'Agreement', id, stored_file_id, case_id, file_name, file_size, mime_type
    from service_agreements where stored_file_id is not null
  union all select 'Receipt', id, stored_file_id, case_id, file_name, file_size, mime_type from payment_receipts
  union all select 'Comment', id, stored_file_id, case_id, attachment_file_name, attachment_file_size,
    attachment_mime_type from comments where stored_file_id is not null
  union all select 'Dossier', d.id, f.stored_file_id, d.case_id, null, f.bytes, null
    from dossier_files f join dossiers d on d.id = f.dossier_id
  union all select 'Import', i.id, f.id, null, null, null, null
    from imports i join stored_files f on f.id in (i.stored_file_id, i.second_file_id)
  union all select 'Bureau', id, logo_file_id, null, null, null, null from bureau where logo_file_id is not null
  union all select 'Bureau', id, logo_dark_file_id, null, null, null, null
    from bureau where logo_dark_file_id is not null
  union all select 'User', id, stored_file_id, null, null, null, null from users where stored_file_id is not null
)`;

const listedFiles = sql`(
  select (entry ->> 'storedFileId')::integer as stored_file_id
  from invoices, jsonb_array_elements(
    stage1_files || stage2_files || post_citizenship_files || add_on_files || other_files || admin_files) entry
)`;

export const recordChecks: readonly RecordCheck[] = [
  { kind: "caseRowWrong", query: wrongCaseRows, sentence: "is not what the case says" },
  { kind: "unreadWrong", query: wrongUnreadCounts, sentence: "are not what the marks say" },
  {
    kind: "fileUnused",
    query: sql`select 'Stored file' as about, f.id from stored_files f
      where f.deleted_at is null and f.case_key_id is not null and f.created_at < now() - interval '1 hour'
        and not exists (select from ${owners} o where o.stored_file_id = f.id)
        and not exists (select from ${listedFiles} l where l.stored_file_id = f.id)
        and not exists (select from imports i where f.id in (i.stored_file_id, i.second_file_id))
        and not exists (select from import_rows r where r.stored_file_id = f.id) order by f.id`,
    sentence: "belongs to no record",
  },
  {
    kind: "fileReleased",
    query: sql`select o.about, o.id from ${owners} o join stored_files f on f.id = o.stored_file_id
      where f.deleted_at is not null or f.case_key_id is null order by 1, 2`,
    sentence: "has a file that has been let go of",
  },
  {
    kind: "fileDiffers",
    query: sql`select o.about, o.id from ${owners} o join stored_files f on f.id = o.stored_file_id
      where o.file_name <> f.name or o.file_size <> f.size or o.mime_type <> f.mime_type order by 1, 2`,
    sentence: "says something else about its file than the file itself",
  },
  {
    kind: "fileOfAnotherCase",
    query: sql`select o.about, o.id from ${owners} o join stored_files f on f.id = o.stored_file_id
      left join case_keys k on k.id = f.case_key_id
      where f.case_id is distinct from o.case_id or k.case_id is distinct from o.case_id order by 1, 2`,
    sentence: "has a file, or the key of a file, that belongs to another case",
  },
  {
    kind: "mainApplicantTwice",
    query: sql`select 'Case' as about, case_id as id from applicants
      where category = 'Main Applicant' group by case_id having count(*) > 1 order by 2`,
    sentence: "has more than one main applicant",
  },
  {
    kind: "applicantOfAnotherCase",
    query: sql`select 'Document' as about, d.id from documents d
      join applicants a on a.id = d.assigned_to where a.case_id <> d.case_id order by 2`,
    sentence: "is assigned to an applicant of another case",
  },
  {
    kind: "commentOfAnotherCase",
    query: sql`select 'Comment' as about, c.id from comments c
      join comments p on p.id = c.parent_id where p.case_id <> c.case_id order by 2`,
    sentence: "answers a message of another case",
  },
  {
    kind: "assignmentStale",
    query: sql`select 'Case' as about, a.case_id as id from case_assignments a
      join user_invitations i on i.id = a.invitation_id where i.is_used order by 2`,
    sentence: "is assigned to an invitation that has been used",
  },
];
