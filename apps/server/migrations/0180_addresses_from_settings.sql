-- These addresses are settings now (SUPPORT_CHAT_URL, APP_DOWNLOAD_URL): what a page may load or link to is the choice of whoever
-- starts the server, and the Content-Security-Policy follows it. Nothing ever wrote these columns.
alter table site drop column service_url, drop column download_url;
