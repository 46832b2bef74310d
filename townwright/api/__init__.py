"""The API: every act under its own name, the records that it bears on, and files. It knows no rule."""
